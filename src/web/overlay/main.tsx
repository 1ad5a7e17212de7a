import { createRoot } from "react-dom/client";
import { bestLanguage } from "../../contract/wire/languages.ts";
import { applyTheme } from "../foundation/lib/theme.ts";
import { setLanguage } from "../foundation/words/load-language.ts";
import { readOptions } from "./options.ts";
import { Overlay } from "./overlay.tsx";
import "./overlay.css";

/** Long enough for a server that is being replaced. */
const BROKEN_FOR_MS = 10_000;

/* A separate program: it shares nothing with the pages and contains nothing of wallets. */

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
const options = readOptions(location.search);
if (options.theme !== null) applyTheme(options.theme);
const container = createRoot(root, {
  // Nobody is there to press a button: it starts over, and until then there is nothing to see.
  onUncaughtError(error) {
    console.error(error);
    setTimeout(() => location.reload(), BROKEN_FOR_MS);
  },
});
// Not awaited here: the modules of the texts import from this file's chunk and would wait for it.
void setLanguage(options.language ?? bestLanguage(navigator.languages)).then(() =>
  container.render(<Overlay options={options} />),
);
