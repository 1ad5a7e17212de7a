import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { betWords } from "../bets/words.en.ts";
import type { dialogWords } from "./en/dialogs.ts";
import type { fairnessWords } from "../fairness/words.en.ts";
import type { layoutWords } from "../app/words.en.ts";
import type { profileWords } from "../players/words.en.ts";
import type { raceWords } from "../live/words.en.ts";
import type { replayWords } from "../replay/words.en.ts";
import type { shareWords } from "../share/words.en.ts";
import type { trackWords } from "../track-view/words.en.ts";
import type { uiWords } from "../ui/words.en.ts";
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
  /** What the server writes, by its English; `{name}` is a place for a value in both. */
  readonly sentences: Readonly<Record<string, string>>;
  /** By their codes; in English the server's own texts stand. */
  readonly refusals: Readonly<Record<RefusalCode, string>>;
}
