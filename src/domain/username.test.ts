import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUsername, usernameSkeleton, usernamesLike } from "./username.ts";

const skeletonOf = (text: string) => {
  const parsed = parseUsername(text);
  return parsed.ok ? parsed.value.skeleton : parsed.code;
};

describe("usernames", () => {
  it.each([
    ["", "Username is required"],
    ["   ", "Username is required"],
    ["ab", "Username must be at least 3 characters"],
    ["  ab  ", "Username must be at least 3 characters"],
    ["a".repeat(21), "Username must be less than 20 characters"],
    ["jo hn", "Username may hold only letters, digits, _, - and ."],
    ["pаul", "Username may hold only letters, digits, _, - and ."],
    ["<b>x</b>", "Username may hold only letters, digits, _, - and ."],
    ["...", "Username may hold only letters, digits, _, - and ."],
    ["🐎🐎🐎", "Username may hold only letters, digits, _, - and ."],
  ])("USERNAME-1 %j is refused: %s", (text, message) => {
    expect(parseUsername(text)).toMatchObject({ ok: false, field: "username", message });
  });

  it.each(["abc", "a".repeat(20), "Ann_B-3.x", "A1_"])("USERNAME-1 %j is accepted as it is", (text) => {
    expect(parseUsername(text)).toMatchObject({ ok: true, value: { username: text } });
  });

  it("USERNAME-1 is normalized by NFKC before anything is counted", () => {
    expect(parseUsername("Ｊｏｈｎ①")).toMatchObject({ ok: true, value: { username: "John1" } });
    expect(parseUsername("ﬃ")).toMatchObject({ ok: true, value: { username: "ffi" } });
    expect(parseUsername("a\u00a0")).toMatchObject({ ok: false, code: "USERNAME_TOO_SHORT" });
  });

  it("USERNAME-1 what is accepted is normal, trimmed, short and plain, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (text) => {
        const parsed = parseUsername(text);
        const username = parsed.ok ? parsed.value.username : "refused";
        expect(username).toMatch(/^[A-Za-z0-9_.-]{3,20}$/);
      }),
    );
  });

  it.each([
    ["PaulSmith", "paulsmith"],
    ["paul", "pau1"],
    ["paul", "PAUI"],
    ["oslo", "0sl0"],
    ["boss", "B055"],
    ["modern", "rnodern"],
    ["wave", "vvave"],
    ["paul.smith", "paul_smith"],
    ["paulsmith", "paul-smith"],
    ["dance", "clance"],
    ["zoe8", "2oeb"],
  ])("USERNAME-2 %s and %s are one name", (a, b) => {
    expect(skeletonOf(a)).toBe(skeletonOf(b));
  });

  it("USERNAME-2 names that differ to the eye stay different", () => {
    const names = ["anna", "hanna", "anne", "bob", "rob", "robert", "max", "min"];
    expect(new Set(names.map(usernameSkeleton)).size).toBe(names.length);
  });

  it("USERNAME-2 case and separators never make a difference", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{3,20}$/), (name) => {
        const skeleton = usernameSkeleton(name);
        expect(usernameSkeleton(name.toUpperCase())).toBe(skeleton);
        expect(usernameSkeleton(name.replaceAll(/[_.-]/g, ""))).toBe(skeleton);
      }),
    );
  });

  it("USERNAME-2 names like a given one are good names, and nobody confuses any two of them", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{2,19}[a-z]$/), (name) => {
        const others = usernamesLike(name);
        const skeletons = [usernameSkeleton(name), ...others.map(({ skeleton }) => skeleton)];
        expect(new Set(skeletons).size).toBe(1 + 5 + 25 + 125);
        for (const { username } of others) expect(parseUsername(username)).toMatchObject({ ok: true });
      }),
    );
  });
});
