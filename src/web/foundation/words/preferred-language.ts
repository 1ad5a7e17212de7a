import { LANGUAGE_COOKIE } from "../../../contract/wire/default-language.ts";
import { bestLanguage, isLanguage, type Language } from "../../../contract/wire/languages.ts";

/**
 * The language chosen before, otherwise the one that the browser requests. The server has sent the page in the same
 * one.
 */
export function preferredLanguage(): Language {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([\\w-]+)`).exec(document.cookie)?.[1];
  return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages);
}
