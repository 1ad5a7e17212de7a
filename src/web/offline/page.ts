/*
 * Makes the offline page interactive (rule PHONE-8): in the reader's language and the last active theme, it switches to
 * the requested page as soon as the server answers. Everything that it imports is built into it.
 */
import type { Language } from "../../contract/wire/languages.ts";
import { putOnDocument, storedTheme } from "../lib/stored-theme.ts";
import { preferredLanguage } from "../words/preferred-language.ts";
import type { Translation } from "../words/words.ts";
import { german } from "./words.de.ts";
import { offlineWords } from "./words.en.ts";
import "./page.css";

/** Randomised: the same request from everybody at the same moment would hit a server that has just started. */
const waitMs = () => 3_000 + Math.random() * 2_000;
const PATIENCE_MS = 10_000;

const texts: Readonly<Record<Language, Translation<typeof offlineWords>>> = {
  en: offlineWords.english,
  de: german,
};
const language = preferredLanguage();

function say(place: keyof typeof offlineWords.english, text = place): void {
  const element = document.querySelector(`[data-text=${place}]`);
  if (element !== null) element.textContent = texts[language][text];
}

document.documentElement.lang = language;
const theme = storedTheme();
if (theme !== undefined) putOnDocument(theme);
for (const place of ["unreachable", "mayBe", "betsAreSafe", "tryAgain", "triesItself"] as const) say(place);

/** Requests the page that was wanted. Any answer means that the server is reachable. */
async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch(location.href, { method: "HEAD", cache: "no-store", signal })).status < 500;
  } catch (error) {
    console.debug("The server cannot be reached.", error);
    return false;
  }
}

async function goOver(): Promise<boolean> {
  if (!(await isReachable())) return false;
  say("triesItself", "reached");
  location.reload();
  return true;
}

async function tryNow(): Promise<void> {
  say("triesItself", "trying");
  if (!(await goOver())) say("triesItself", "notYet");
}

document.querySelector("button")?.addEventListener("click", () => void tryNow());
addEventListener("online", () => void goOver());
document.addEventListener("visibilitychange", () => void (document.hidden || goOver()));

async function tryByItself(): Promise<void> {
  if (document.hidden || !(await goOver())) setTimeout(() => void tryByItself(), waitMs());
}
setTimeout(() => void tryByItself(), waitMs());
