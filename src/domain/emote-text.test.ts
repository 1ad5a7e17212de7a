import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  begunShortcode,
  completeEmote,
  indexEmotes,
  MAX_EMOTES_PER_MESSAGE,
  splitEmotes,
} from "./emote-text.ts";

const emotes = ["gallop", "gg", "photo-finish", "Diamond_Hooves", "g2", "30"].map((shortcode) => ({
  shortcode,
}));
const known = indexEmotes(emotes);

/** The message with its emotes in brackets. */
const render = (text: string) =>
  splitEmotes(text, known)
    .map((part) => (part.kind === "emote" ? `[${part.emote.shortcode}]` : part.text))
    .join("");

describe("emotes in a message", () => {
  it.each([
    ["", ""],
    ["no emotes here", "no emotes here"],
    [":gg:", "[gg]"],
    ["go :gallop: go", "go [gallop] go"],
    [":gg::gallop:", "[gg][gallop]"],
    [":GG: :Gallop: :diamond_hooves:", "[gg] [gallop] [Diamond_Hooves]"],
    [":nope: :gg:", ":nope: [gg]"],
    [":nope:gg:", ":nope[gg]"],
    ["::gg::", ":[gg]:"],
    [":g g:", ":g g:"],
    [":gg", ":gg"],
    ["gg:", "gg:"],
    ["at 10:30:45", "at 10[30]45"],
    [":g:", ":g:"],
    [":<b>:", ":<b>:"],
    [":ｇｇ:", ":ｇｇ:"],
    [":constructor: :__proto__:", ":constructor: :__proto__:"],
  ])("%j is shown as %j", (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  it("a shortcode has 2 to 32 letters, digits, _ or -", () => {
    const at = (length: number) => {
      const shortcode = "a".repeat(length);
      return splitEmotes(`:${shortcode}:`, indexEmotes([{ shortcode }])).map(({ kind }) => kind);
    };
    expect([1, 2, 32, 33].map(at)).toEqual([["text"], ["emote"], ["emote"], ["text"]]);
  });

  it("the sixth emote of a message stays text", () => {
    expect(render(":gg: ".repeat(7).trim())).toBe("[gg] [gg] [gg] [gg] [gg] :gg: :gg:");
    expect(render(`:nope: ${":gg:".repeat(6)}`)).toBe(":nope: [gg][gg][gg][gg][gg]:gg:");
  });

  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.constantFrom(
      ":",
      "::",
      ":gg:",
      ":gallop:",
      "gg:",
      ":photo-finish:",
      ":nope:",
      ":DIAMOND_hooves:",
      " ",
    ),
  );
  const message = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

  it("nothing is lost or added, and there are never more than five, whatever the message", () => {
    fc.assert(
      fc.property(message, (text) => {
        const parts = splitEmotes(text, known);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        expect(parts.filter(({ kind }) => kind === "emote").length).toBeLessThanOrEqual(
          MAX_EMOTES_PER_MESSAGE,
        );
        expect(parts.some((part) => part.text === "")).toBe(false);
        const neighbours = parts.slice(1).map((part, at) => [parts[at]?.kind, part.kind].join());
        expect(neighbours).not.toContain("text,text");
      }),
    );
  });

  it("text that stays text holds no known shortcode, unless five emotes are there already", () => {
    fc.assert(
      fc.property(message, (text) => {
        const parts = splitEmotes(text, known);
        fc.pre(parts.filter(({ kind }) => kind === "emote").length < MAX_EMOTES_PER_MESSAGE);
        const rest = parts.map((part) => (part.kind === "text" ? part.text : " ")).join("\n");
        expect(rest).not.toMatch(/:(gallop|gg|photo-finish|diamond_hooves):/i);
        const drawn = parts.flatMap((part) => (part.kind === "emote" ? [part] : []));
        expect(drawn.map((part) => part.text.toLowerCase())).toEqual(
          drawn.map(({ emote }) => `:${emote.shortcode.toLowerCase()}:`),
        );
      }),
    );
  });

  it("a message of colons alone is read in time that grows with its length", () => {
    const parts = splitEmotes(":".repeat(100_000), known);
    expect(parts).toHaveLength(1);
  });
});

describe("completing a shortcode", () => {
  it.each([
    ["so :gal", "gal"],
    [":g", "g"],
    ["so :gallop:", null],
    ["so :gg: and :ph", "ph"],
    [":gg::ph", "ph"],
    [":gg:ph", null],
    ["10:3", null],
    ["so : gal", null],
    ["", null],
    ["(:Ga", "Ga"],
  ])("after %j the shortcode begun is %j", (text, expected) => {
    expect(begunShortcode(text)).toBe(expected);
  });

  it("offers what begins so before what holds it, whatever the case", () => {
    const names = (prefix: string, limit?: number) =>
      completeEmote(prefix, emotes, limit).map(({ shortcode }) => shortcode);
    expect(names("G")).toEqual(["g2", "gallop", "gg"]);
    expect(names("o")).toEqual(["Diamond_Hooves", "gallop", "photo-finish"]);
    expect(names("ho")).toEqual(["Diamond_Hooves", "photo-finish"]);
    expect(names("zz")).toEqual([]);
    expect(names("g", 2)).toEqual(["g2", "gallop"]);
  });
});
