import { words } from "../../foundation/words/words.ts";

/** The sound button. */
export const soundWords = words("sound", {
  isOn: "Sound is on",
  sound: "Sound",
  soundOff: "Sound is off (M)",
  soundOn: "Sound is on (M)",
});
