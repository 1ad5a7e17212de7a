import type { Translation } from "../words/words.ts";
import type { soundWords } from "./words.en.ts";

export const german: Translation<typeof soundWords> = {
  isOn: "Ton ist an",
  sound: "Ton",
  soundOff: "Der Ton ist aus (M)",
  soundOn: "Der Ton ist an (M)",
};
