import type { Plugin } from "vite";

/** A declaration for browsers without `color-mix`, followed by the same rule for the others. */
const COLOR_MIX_FALLBACK =
  /([^{}]+)\{[^{}]*\}@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{\1\{([^{}]*)\}\}/g;
/** First values of custom properties for browsers without `@property`. */
const PROPERTY_FALLBACK = /@layer properties\{@supports.*?\}\}\}/s;

/** What the page's browsers apply anyway, without what only older ones need. */
export const trimCss = (css: string): string =>
  css.replace(COLOR_MIX_FALLBACK, "$1{$2}").replace(PROPERTY_FALLBACK, "");

/**
 * Tailwind adds rules for browsers that are older than those it supports (Chrome 111, Safari 16.4, Firefox 128): a twentieth
 * of the file that the first picture waits for.
 */
export function trimStyles(): Plugin {
  return {
    name: "furlong:trim-styles",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "asset" && file.fileName.endsWith(".css"))
          file.source = trimCss(String(file.source));
      }
    },
  };
}
