import type { Translations } from "../translations.ts";
import { bet } from "./bet.ts";
import { dialogs } from "./dialogs.ts";
import { fairness } from "./fairness.ts";
import { horses } from "./horses.ts";
import { layout } from "./layout.ts";
import { notifications } from "./notifications.ts";
import { profile } from "./profile.ts";
import { race } from "./race.ts";
import { refusals } from "./refusals.ts";
import { replay } from "./replay.ts";
import { share } from "./share.ts";
import { track } from "./track.ts";
import { ui } from "./ui.ts";

export const german: Translations = {
  bet,
  dialogs,
  fairness,
  horses,
  layout,
  notifications,
  profile,
  race,
  refusals,
  replay,
  share,
  track,
  ui,
};
