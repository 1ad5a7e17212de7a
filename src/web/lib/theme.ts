import { create } from "zustand";
import { type Theme, themes } from "../../domain/theme.ts";
import { readStored, writeStored } from "./storage.ts";

const STORED = "theme";
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
  writeStored(STORED, theme);
  useTheme.setState({ theme });
}

/** The theme that was last put on the page, for when the server names none (rule PAGE-5). */
export const storedTheme = (): Theme | null => themes.find((theme) => theme === readStored(STORED)) ?? null;
