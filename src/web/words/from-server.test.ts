import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { NOBODY_WON, NO_BEACON } from "../../domain/race.ts";
import { foundingHorses } from "../../server/races/engine/stable.ts";
import { german } from "./de/german.ts";
import { fromServer } from "./from-server.ts";
import { useLanguage } from "./language.ts";

afterEach(() => useLanguage.setState({ language: "en", translations: null }));

const inGerman = (text: string) => {
  useLanguage.setState({ language: "de", translations: german });
  return fromServer(text);
};

/** The literal texts that the server's modules give notices, `{}` in the place of each value. */
function noticesInSources(): string[] {
  const server = join(import.meta.dirname, "../../server");
  return readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const source = readFileSync(join(server, file), "utf8");
      const literals = source.matchAll(
        /\b(?:title|body|reason): (?:\w+\s*\?\s*)?(["`])(.+?)\1|^\s+: (`)(.+?)`,$/gm,
      );
      return Array.from(literals, ([, , plain, , other]) => plain ?? other ?? "");
    })
    .map((text) => text.replaceAll(/\$\{.+?\}+/g, "{}"));
}

describe("what the server wrote", () => {
  it("is said in the language of the page, with its amounts", () => {
    const body = "Your horse won race #1 204: 0.7125 SOL are on their way to your wallet.";
    expect(inGerman(body)).toEqual({
      text: "Dein Pferd hat Rennen #1 204 gewonnen: 0,7125 SOL sind auf dem Weg zu deiner Wallet.",
      lang: "de",
    });
    expect(inGerman("0.25 SOL stay on your balance. The network refused it.").text).toBe(
      "0,25 SOL bleiben auf deinem Guthaben. Das Netzwerk hat sie abgelehnt.",
    );
  });

  it("stays as it is in English, and where nobody has translated it", () => {
    expect(fromServer("You won")).toEqual({ text: "You won", lang: "en" });
    expect(inGerman("The course is under water.")).toEqual({
      text: "The course is under water.",
      lang: "en",
    });
  });

  it("is known sentence by sentence", () => {
    const known = Object.keys(german.sentences).map((text) => text.replaceAll(/\{\w+\}/g, "{}"));
    const written = [
      ...noticesInSources().filter((text) => !shownToNoPlayer.includes(text)),
      NO_BEACON,
      NOBODY_WON,
      ...foundingHorses.map(({ description }) => description),
    ];
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((text) => !known.includes(text))).toEqual([]);
  });

  it("has the same places for values in both languages", () => {
    const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const [english, translation] of Object.entries(german.sentences))
      expect(placesIn(translation)).toEqual(placesIn(english));
  });
});

/** For logs and admins, or for the page alone. */
const shownToNoPlayer = [
  "slow",
  "{} failed.",
  "The hot wallet could not cover its payments",
  "Win streak",
  "Balance",
  "Your balance has changed.",
];
