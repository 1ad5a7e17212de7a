import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chatTextLength,
  cleanChatText,
  MAX_CHAT_CHARACTERS,
  parseChatText,
  shownChatText,
} from "./chat-text.ts";

/** Pieces that cleaning treats specially, close together, among any other text. */
const pieces = fc.constantFrom(
  ...Array.from("<>& \t\n\r\u0000\u0007\u007F\u0085\u00A0\u2003\u200B\u200D\u202E\u2066\u2028\uFEFF"),
);
const halves = fc.constantFrom("\uD83D", "\uDE00", "\uDBFF");
const words = fc.constantFrom("&lt;", "&gt;", "&amp;lt;", "lt;", ":gg:", "<script>", "é", "👨‍👩‍👧", "🏇", "a");
const anything = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: pieces }, halves, words, fc.string({ unit: "binary", maxLength: 5 })),
    {
      maxLength: 80,
    },
  )
  .map((parts) => parts.join(""));

const always = (holds: (text: string) => void) => fc.assert(fc.property(anything, holds), { numRuns: 2_000 });

describe("LIMITS-15 cleaning", () => {
  it.each([
    ["a\u0000b\u001Bc\u007Fd\u0085e", "abcde"],
    ["one\ttwo\nthree", "onetwothree"],
    ["<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"],
    ["a  b   c      d", "a  b  c  d"],
    ["   good luck \u00A0 ", "good luck"],
    ["a \u0007 b", "a  b"],
    ["a \u0007 \u0007 b", "a  b"],
    ["left \u202Eright\u2066 again", "left right again"],
    ["\uD83D \uD83C\uDFC7", "\uD83C\uDFC7"],
    ["Tom & Jerry &amp; co", "Tom & Jerry &amp; co"],
    ["مرحبا שלום", "مرحبا שלום"],
    ["👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ])("makes %j to %j", (typed, cleaned) => {
    expect(cleanChatText(typed)).toBe(cleaned);
  });

  it("applied twice is harmless", () => {
    always((text) => {
      const cleaned = cleanChatText(text);
      expect(cleanChatText(cleaned)).toBe(cleaned);
    });
  });

  it("is undone for display, and the same again after that", () => {
    always((text) => {
      const cleaned = cleanChatText(text);
      expect(cleanChatText(shownChatText(cleaned))).toBe(cleaned);
    });
    expect(shownChatText(cleanChatText("1 < 2 > 0 <3"))).toBe("1 < 2 > 0 <3");
    expect(shownChatText("&amp;lt;")).toBe("&amp;lt;");
  });

  it("leaves no markup, no controls and no wide gaps, whatever was typed", () => {
    always((text) => {
      const cleaned = cleanChatText(text);
      expect(cleaned).not.toMatch(/[<>]|\s{3}|^\s|\s$/);
      expect(cleaned).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u);
    });
  });
});

describe("LIMITS-15 the fifty characters", () => {
  it("count what is seen, before escaping", () => {
    const full = "<".repeat(MAX_CHAT_CHARACTERS);
    expect(parseChatText(full)).toEqual({ ok: true, value: "&lt;".repeat(50) });
    expect(parseChatText(`${full}<`)).toMatchObject({ ok: false, code: "CHAT_MESSAGE_TOO_LONG" });
    expect(parseChatText("🏇".repeat(50))).toMatchObject({ ok: true });
    expect(parseChatText("🏇".repeat(51))).toMatchObject({ code: "CHAT_MESSAGE_TOO_LONG", field: "content" });
    expect(chatTextLength(`  ${"a".repeat(49)}          b `)).toBe(52);
  });

  it("are as many on the page as on the server, which gets cleaned text", () => {
    always((text) => {
      expect(chatTextLength(cleanChatText(text))).toBe(chatTextLength(text));
      expect(parseChatText(cleanChatText(text))).toEqual(parseChatText(text));
    });
  });

  it("are never more than fifty, and never none", () => {
    always((text) => {
      const parsed = parseChatText(text);
      if (!parsed.ok) return;
      const length = Array.from(shownChatText(parsed.value)).length;
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(50);
    });
  });

  it.each([
    "",
    "   ",
    "\t\n",
    "\u200B\u2060",
    "\u202E\u2066",
    "\u3164\u00A0",
    "\u2800",
    "\u00AD\uFEFF",
    "\uD800",
  ])("do not hold a message of which nothing is seen: %j", (text) => {
    expect(parseChatText(text)).toMatchObject({ ok: false, code: "CHAT_MESSAGE_EMPTY", field: "content" });
  });
});
