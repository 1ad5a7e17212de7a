import { createRoot } from "react-dom/client";
import { bestLanguage } from "../../contract/wire/languages.ts";
import { applyTheme } from "../lib/theme.ts";
import { setLanguage } from "../words/language.ts";
import { readOptions } from "./options.ts";
import { Overlay } from "./overlay.tsx";
import "./overlay.css";

/** Long enough for a server that is being replaced (rule OVERLAY-6). */
const BROKEN_FOR_MS = 10_000;

/* A separate program: it shares nothing with the pages and contains nothing of wallets (rule OVERLAY-5). */

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
const options = readOptions(location.search);
if (options.theme !== null) applyTheme(options.theme);
await setLanguage(options.language ?? bestLanguage(navigator.languages));
createRoot(root, {
  // Nobody is there to press a button: it starts over, and until then there is nothing to see.
  onUncaughtError(error) {
    console.error(error);
    setTimeout(() => location.reload(), BROKEN_FOR_MS);
  },
}).render(<Overlay options={options} />);
