import { type Theme, themes } from "../../../domain/theme.ts";
import { readStored, writeStored } from "./storage.ts";

const STORED_THEME = "theme";

/** The colour of the browser's own interface around the page. */
export const barColors: Readonly<Record<Theme, string>> = {
  "main-prime": "#0b1512",
  "solana-future": "#06041a",
};

export const storeTheme = (theme: Theme): void => writeStored(STORED_THEME, theme);

/** The theme that the server last named, here or on another page of this browser. */
export function storedTheme(): Theme | undefined {
  const stored = readStored(STORED_THEME);
  return themes.find((known) => known === stored);
}

/** Sets a theme on the document. */
export function putOnDocument(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", barColors[theme]);
}
