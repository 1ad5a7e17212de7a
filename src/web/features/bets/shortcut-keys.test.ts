import { expect, it } from "vitest";
import { shortcutOf } from "./shortcut-keys.ts";

it("reads the keys of the race page and no others", () => {
  expect(["1", "6"].map(shortcutOf)).toEqual([
    { kind: "horse", number: 1 },
    { kind: "horse", number: 6 },
  ]);
  expect(["q", "w", "e", "r"].map(shortcutOf)).toEqual(
    [0, 1, 2, 3].map((index) => ({ kind: "preset", index })),
  );
  expect(["b", "s", "Enter", "?"].map((key) => shortcutOf(key)?.kind)).toEqual([
    "amount",
    "source",
    "bet",
    "help",
  ]);
  for (const key of ["0", "7", "12", "a", "Tab", "", " "]) expect(shortcutOf(key)).toBeNull();
});
