import { createRoot } from "react-dom/client";
import type { Translations } from "../../words/words.ts";
import { bestLanguage, type Language } from "../../../contract/wire/languages.ts";
import { useLanguage } from "../../words/language.ts";
import { german as fairnessTexts } from "../words.de.ts";
import { german as verifierTexts } from "../verifier/words.de.ts";
import { OfflineVerifier } from "./offline-verifier.tsx";
import { german as ownTexts } from "./words.de.ts";
import "./style.css";

/*
 * The verifier as one file: the page's own components with everything they need, and none of the site's calls, wallets
 * or texts (rule FAIR-34).
 */

const german: Pick<Translations, "parts"> = {
  parts: {
    fairness: fairnessTexts,
    "fairness/verifier": verifierTexts,
    "fairness/offline-file": ownTexts,
  },
};

function speak(language: Language): void {
  // Only texts of parts are shown here; there is no server whose answers could be translated.
  useLanguage.setState({ language, translations: language === "de" ? (german as Translations) : null });
  document.documentElement.lang = language;
}

const root = document.getElementById("root");
if (root === null) throw new Error("The file has no root element.");
speak(bestLanguage(navigator.languages));
createRoot(root).render(<OfflineVerifier onLanguage={speak} />);
