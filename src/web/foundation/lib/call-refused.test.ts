import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { clientRefusals } from "../../../contract/wire/client-refusals.ts";
import { isRefusalCode } from "../../../contract/wire/refusals.ts";
import { refuse } from "../../../domain/result.ts";
import { useLanguage } from "../words/language.ts";
import { readTranslations } from "../words/translations.ts";
import { CallRefused, errorText, refusalText } from "./call-refused.ts";

const german = await readTranslations("de", []);
const english = { language: "en", translations: null } as const;
afterEach(() => useLanguage.setState(english));

/** The text as read in English, and in German. */
const readAs = (refused: Parameters<typeof refusalText>[0]) => {
  useLanguage.setState(english);
  const inEnglish = refusalText(refused);
  useLanguage.setState({ language: "de", translations: german });
  return [inEnglish, refusalText(refused)];
};

describe("a refusal as it is read", () => {
  it("is the catalogue's text, in the language of the page", () => {
    const texts = ["This username is taken", "Dieser Benutzername ist vergeben"];
    expect(readAs(refuse("USERNAME_TAKEN", { message: "This username is taken" }))).toEqual(texts);
    expect(readAs(refuse("BETTING_CLOSED"))).toEqual([
      "Betting is currently closed. Wait for the next race.",
      german.refusals.BETTING_CLOSED,
    ]);
  });

  it("is the server's own for a code that the page does not know yet", () => {
    const newer = refuse("FROM_THE_FUTURE" as "NOT_FOUND", { message: "Later" });
    expect(readAs(newer)).toEqual(["Later", "Later"]);
  });

  it("has a text for all that the page refuses by itself", () => {
    const web = join(import.meta.dirname, "../..");
    const codes = readdirSync(web, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .flatMap((file) => [...readFileSync(join(web, file), "utf8").matchAll(/\brefuse\("(\w+)"/g)])
      .map(([, code = ""]) => code)
      .filter(isRefusalCode);
    expect(codes).toContain("BETTING_CLOSED");
    expect(codes.filter((code) => !(code in clientRefusals))).toEqual([]);
  });

  it("adds what the server knows beyond the catalogue", () => {
    expect(readAs(refuse("BET_TOO_SMALL", { message: "The minimum bet is 0.05 SOL" }))).toEqual([
      "The minimum bet is 0.05 SOL",
      "Die Wette liegt unter dem Mindesteinsatz (The minimum bet is 0.05 SOL)",
    ]);
  });

  it("keeps a detail that nobody has translated beside the translation", () => {
    expect(readAs(refuse("INVALID_INPUT", { message: "amount must be text" }))).toEqual([
      "amount must be text",
      "Die Anfrage ist ungültig (amount must be text)",
    ]);
  });
});

describe("the text of an action that failed", () => {
  const textFor = (refused: Parameters<typeof refusalText>[0]) =>
    errorText(new CallRefused(refused), "Failed to save");

  it("is the server's where it has said something", () => {
    expect(textFor(refuse("PRESETS_INVALID"))).toBe("All amounts must be positive numbers");
    expect(textFor(refuse("UNAVAILABLE", { message: "The chain is busy" }))).toBe("The chain is busy");
  });

  it("is the action's own where the server does not answer, or broke", () => {
    expect(textFor(refuse("UNAVAILABLE"))).toBe("Failed to save");
    expect(textFor(refuse("INTERNAL_ERROR", { message: "Something went wrong" }))).toBe("Failed to save");
    expect(errorText(new Error("A bug"), "Failed to save")).toBe("Failed to save");
  });
});
