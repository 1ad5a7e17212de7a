import { createRoot } from "react-dom/client";
import type { Translations } from "../../../foundation/words/words.ts";
import { bestLanguage, type Language } from "../../../../contract/wire/languages.ts";
import { useLanguage } from "../../../foundation/words/language.ts";
import { OfflineVerifier } from "./offline-verifier.tsx";
import "./style.css";

/*
 * The verifier as one file: the page's own components with everything they need, and none of the site's calls, wallets
 * or texts (rule FAIR-34).
 */

// Only texts of parts are shown here; there is no server whose answers could be translated.
const locales = import.meta.glob<Translations>("../../../locales/*.json", {
  query: "?part=fairness,fairness/verifier,fairness/offline-file",
  import: "default",
  eager: true,
});

function speak(language: Language): void {
  useLanguage.setState({ language, translations: locales[`../../../locales/${language}.json`] ?? null });
  document.documentElement.lang = language;
}

const root = document.getElementById("root");
if (root === null) throw new Error("The file has no root element.");
speak(bestLanguage(navigator.languages));
createRoot(root).render(<OfflineVerifier onLanguage={speak} />);
