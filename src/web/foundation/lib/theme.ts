import { create } from "zustand";
import { type Theme, themes } from "../../../domain/theme.ts";
import { putOnDocument, storedTheme, storeTheme } from "./stored-theme.ts";

/** The theme that everybody sees, as named in the page's own HTML. */
function ownTheme(): Theme {
  // The build renders the page too, where there is no document.
  const named = typeof document === "undefined" ? null : document.documentElement.dataset["theme"];
  return themes.find((theme) => theme === named) ?? "main-prime";
}

export const useTheme = create<{ readonly theme: Theme }>(() => ({ theme: ownTheme() }));

/** Applies a theme to the whole page. */
export function applyTheme(theme: Theme): void {
  putOnDocument(theme);
  useTheme.setState({ theme });
}

/** {@link applyTheme} for the theme that the server says is active; it is remembered. */
export function adoptTheme(theme: Theme): void {
  storeTheme(theme);
  applyTheme(theme);
}

/**
 * The server names no theme: the last one it named, here or on another page of this browser, is used instead.
 */
export function applyStoredTheme(): void {
  const theme = storedTheme();
  if (theme !== undefined) applyTheme(theme);
}
