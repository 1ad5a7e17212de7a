import type { NotificationKind } from "../../contract/notifications/catalogue.ts";
import type { foundingHorses } from "../../contract/races/founding-horses.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { betWords } from "./en/bet.ts";
import type { dialogWords } from "./en/dialogs.ts";
import type { fairnessWords } from "./en/fairness.ts";
import type { layoutWords } from "./en/layout.ts";
import type { profileWords } from "./en/profile.ts";
import type { raceWords } from "./en/race.ts";
import type { replayWords } from "./en/replay.ts";
import type { shareWords } from "./en/share.ts";
import type { trackWords } from "./en/track.ts";
import type { uiWords } from "./en/ui.ts";
import type { Translation } from "./words.ts";

/** All that a language other than English has to say, by part. */
export interface Translations {
  readonly bet: Translation<typeof betWords>;
  readonly dialogs: Translation<typeof dialogWords>;
  readonly fairness: Translation<typeof fairnessWords>;
  readonly layout: Translation<typeof layoutWords>;
  readonly profile: Translation<typeof profileWords>;
  readonly race: Translation<typeof raceWords>;
  readonly replay: Translation<typeof replayWords>;
  readonly share: Translation<typeof shareWords>;
  readonly track: Translation<typeof trackWords>;
  readonly ui: Translation<typeof uiWords>;
  /** By their kinds, with places for their params; in English the server's own texts stand. */
  readonly notifications: Readonly<
    Record<NotificationKind, { readonly title: string; readonly body: string }>
  >;
  /** What the founding horses are like, by their names. */
  readonly horses: Readonly<Record<(typeof foundingHorses)[number]["name"], string>>;
  /** By their codes; in English the server's own texts stand. */
  readonly refusals: Readonly<Record<RefusalCode, string>>;
}
