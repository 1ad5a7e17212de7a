/*
 * Makes the offline page interactive: in the reader's language and the last active theme, it switches to
 * the requested page as soon as the server answers. Everything that it imports is built into it.
 */
import { putOnDocument, storedTheme } from "../foundation/lib/stored-theme.ts";
import { preferredLanguage } from "../foundation/words/preferred-language.ts";
import type { Locale } from "../foundation/words/words.ts";
import { offlineWords } from "./words.en.ts";
import "./page.css";

/** Randomised: the same request from everybody at the same moment would hit a server that has just started. */
const waitMs = () => 3_000 + Math.random() * 2_000;
const PATIENCE_MS = 10_000;

const locales = import.meta.glob<Locale>("../locales/*.json", {
  query: "?part=offline",
  import: "default",
  eager: true,
});
const language = preferredLanguage();
const translated = locales[`../locales/${language}.json`]?.parts["offline"];

function say(place: keyof typeof offlineWords.english, text = place): void {
  const element = document.querySelector(`[data-text=${place}]`);
  if (element !== null) element.textContent = textOf(text);
}

function textOf(key: keyof typeof offlineWords.english): string {
  const text = translated?.[key];
  return typeof text === "string" ? text : offlineWords.english[key];
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
