import { expect, it } from "vitest";
import { translatorFor } from "../../foundation/words/translate.ts";
import { horseText } from "./horse-text.ts";
import { playerWords } from "./words.en.ts";

it.each([
  [{ horse_name: "Midnight Runner", selected_horse: 3 }, "Midnight Runner"],
  [{ horse_name: "", selected_horse: 0 }, "Horse 1"],
  [{ horse_name: "", selected_horse: -1 }, "Unknown Horse"],
])("%j is %s", (picked, text) => {
  expect(horseText(picked, translatorFor(playerWords))).toBe(text);
});
