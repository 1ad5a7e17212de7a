import { create } from "zustand";
import { type Theme, themes } from "../../domain/theme.ts";
import { readStored, writeStored } from "./storage.ts";

const STORED_THEME = "theme";
const barColors: Readonly<Record<Theme, string>> = { "main-prime": "#0b1512", "solana-future": "#06041a" };

/** The theme that everybody sees, which the page's own HTML names. */
function ownTheme(): Theme {
  // The build draws the page too, where there is no document.
  const named = typeof document === "undefined" ? null : document.documentElement.dataset["theme"];
  return themes.find((theme) => theme === named) ?? "main-prime";
}

export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: ownTheme() }));

/** Puts a theme on the whole page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", barColors[theme]);
  useTheme.setState({ theme });
}

/** {@link applyTheme} for the one that the server says is active; it is remembered. */
export function adoptTheme(theme: Theme): void {
  writeStored(STORED_THEME, theme);
  applyTheme(theme);
}

/** The server names no theme: the one that it named last, here or on another page of this browser, stands in (rule PAGE-38). */
export function applyStoredTheme(): void {
  const stored = readStored(STORED_THEME);
  const theme = themes.find((known) => known === stored);
  if (theme !== undefined) applyTheme(theme);
}
