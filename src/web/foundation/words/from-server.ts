import { fillText, walletPrefix } from "../../../contract/notifications/fill-text.ts";
import type { Notification } from "../../../contract/notifications/notifications.ts";
import type { RaceHorse } from "../../../contract/races/race-shape.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { useLanguage, type Language } from "./language.ts";
import { numbersIn } from "./numbers.ts";

/*
 * The server writes in English. What it sends with a kind or a code is shown in the page's own language; the rest stays
 * as it is and is marked as English.
 */

/** A notification's title and body. */
export function notificationText({ kind, params, title, body }: Notification): {
  readonly title: string;
  readonly body: string;
  readonly lang: Language;
} {
  const { language, translations } = useLanguage.getState();
  const texts = translations?.notifications[kind];
  if (texts === undefined) return { title, body, lang: "en" };
  const { sol, signedSol, whole, moment, percent } = numbersIn(language, translations?.numbers);
  const formats = {
    raceId: raceLabel,
    amount: (amount: Parameters<typeof sol>[0]) => sol(amount),
    taken: (amount: Parameters<typeof sol>[0]) => sol(amount),
    difference: String,
    account: (name: string) => name,
    streak: whole,
    title: (name: string) => name,
    races: whole,
    net: (net: Parameters<typeof signedSol>[0]) => signedSol(net),
    signature: String,
    until: moment,
    day: String,
    by: walletPrefix,
    edge: percent,
    edgeBefore: percent,
  };
  const fill = (text: string) => fillText(text, params, formats);
  return { title: fill(texts.title), body: fill(texts.body), lang: language };
}

/** A horse's description: translated as long as it is a founding horse's original one. */
export function horseText({ name, description }: Pick<RaceHorse, "name" | "description">): {
  readonly text: string;
  readonly lang: Language;
} {
  const { language, translations } = useLanguage.getState();
  const founding = translations?.foundingHorses.find(
    (horse) => horse.name === name && horse.description === description,
  );
  const translated = founding && translations?.horses[founding.name];
  return translated === undefined ? { text: description, lang: "en" } : { text: translated, lang: language };
}
