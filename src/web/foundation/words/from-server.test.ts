import { afterEach, describe, expect, it } from "vitest";
import type { Notification } from "../../../contract/notifications/notifications.ts";
import { foundingHorses } from "../../../contract/races/founding-horses.ts";
import { lamports } from "../../../domain/lamports.ts";
import { horseText, notificationText } from "./from-server.ts";
import { useLanguage } from "./language.ts";
import { readTranslations } from "./translations.ts";

afterEach(() => useLanguage.setState({ language: "en", translations: null }));

const german = await readTranslations("de", []);
const speakGerman = () => useLanguage.setState({ language: "de", translations: german });

const stored = {
  id: "n1",
  type: "race_won",
  title: "You won",
  body: "Your horse won.",
  created_at: new Date(0),
  read_at: null,
} as const;
const won: Notification = {
  ...stored,
  kind: "race_won",
  params: { raceId: "1204-abc", amount: lamports(712_500_000n) },
};

describe("a notification", () => {
  it("is said in the language of the page, with its amounts", () => {
    speakGerman();
    expect(notificationText(won)).toEqual({
      title: "Du hast gewonnen",
      body: "Dein Pferd hat Rennen #1\u2009204 gewonnen: 0,7125 SOL sind auf dem Weg zu deiner Wallet.",
      lang: "de",
    });
  });

  it("is said in the server's words in English", () => {
    expect(notificationText(won)).toEqual({ title: "You won", body: "Your horse won.", lang: "en" });
  });
});

describe("a horse", () => {
  it("of the founding ones is described in the language of the page, and in English as it is", () => {
    const [horse] = foundingHorses;
    expect(horseText(horse)).toEqual({ text: horse.description, lang: "en" });
    speakGerman();
    expect(horseText(horse)).toEqual({ text: german.horses[horse.name], lang: "de" });
  });

  it("that was described anew is described by its new words, marked as English", () => {
    speakGerman();
    const horse = { name: "Thunder Bolt", description: "Slower than he was." };
    expect(horseText(horse)).toEqual({ text: "Slower than he was.", lang: "en" });
  });
});
