import type { Translations } from "../translations.ts";
import { bet } from "../../bets/words.de.ts";
import { dialogs } from "./dialogs.ts";
import { fairness } from "../../fairness/words.de.ts";
import { layout } from "../../app/words.de.ts";
import { profile } from "../../players/words.de.ts";
import { race } from "../../live/words.de.ts";
import { refusals } from "./refusals.ts";
import { replay } from "../../replay/words.de.ts";
import { sentences } from "./sentences.ts";
import { share } from "../../share/words.de.ts";
import { track } from "../../track-view/words.de.ts";
import { ui } from "../../ui/words.de.ts";

export const german: Translations = {
  bet,
  dialogs,
  fairness,
  layout,
  profile,
  race,
  refusals,
  replay,
  sentences,
  share,
  track,
  ui,
};
