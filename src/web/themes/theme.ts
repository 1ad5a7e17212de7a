import { create } from "zustand";
import { themes } from "../../contract/runtime.ts";
import { readStored, writeStored } from "../lib/storage.ts";

export type Theme = (typeof themes)[number];

const STORED_THEME = "theme";
const barColors: Readonly<Record<Theme, string>> = { "main-prime": "#0b1512", "solana-future": "#06041a" };

function storedTheme(): Theme {
  const stored = readStored(STORED_THEME);
  return themes.find((theme) => theme === stored) ?? "main-prime";
}

/** The theme that everybody sees; the one seen last until the server has said which. */
export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: storedTheme() }));

/** Puts a theme on the whole page and remembers it for the next start. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", barColors[theme]);
  writeStored(STORED_THEME, theme);
  useTheme.setState({ theme });
}
