import { describe, expect, it } from "vitest";
import { hasInvisible, isBlank, nameOf, nameSkeleton } from "./typed-text.ts";

describe("text that a person types", () => {
  it.each(["", " ", "\u3000", "\u00a0\t", "\u200b", "\u0301\u0301", "\u2800", "\ufeff", "\u{e0041}"])(
    "FORMS-2 %j is blank",
    (text) => expect(isBlank(text)).toBe(true),
  );

  it.each(["a", "é", "e\u0301", "1", "🏇", "Магнум", "ア"])("FORMS-2 %j is not blank", (text) =>
    expect(isBlank(text)).toBe(false),
  );

  it.each([
    "a\u200bb",
    "a\u202eb",
    "a\u2066b",
    "a\u200fb",
    "a\u0007b",
    "a\u0000b",
    "a\u00adb",
    "a\u2060b",
    "a\u{e0041}b",
    "a\ufeffb",
    "a\u2028b",
    "a\u3164b",
    "a\ufe0fb",
    "a\ud800b",
    "a\tb",
    "a\ue000b",
  ])("FORMS-2 %j holds something that nobody sees", (text) => expect(hasInvisible(text)).toBe(true));

  it.each(["Gallop of Fame", "Zoë", "two\nlines", "⚠️ soon", "👩‍🚀", "🏇🏽", "…, – “quoted”", "Магнум"])(
    "FORMS-2 %j is all visible",
    (text) => expect(hasInvisible(text)).toBe(false),
  );

  it("FORMS-2 a name is stored in NFKC, trimmed, with single blanks", () => {
    expect(nameOf("  Ｇold \u00a0 Rush ")).toBe("Gold Rush");
  });

  it.each([
    ["Gold Rush", "GOLD  RUSH"],
    ["Gold Rush", "Go1d-Rush!"],
    ["Zoe", "Zoë"],
    ["Macho", "Масhо"],
    ["Po", "Ρο"],
    ["Burn", "Bum"],
  ])("FORMS-3 %j and %j are the same name", (one, other) =>
    expect(nameSkeleton(one)).toBe(nameSkeleton(other)),
  );

  it.each([
    ["Gold Rush", "Gold Dust"],
    ["Title 1", "Title 2"],
    ["🏇", "🏆"],
    ["ア", "イ"],
  ])("FORMS-3 %j and %j are different names", (one, other) =>
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other)),
  );
});
