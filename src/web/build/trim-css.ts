import type { Plugin } from "vite";

/**
 * Declarations for browsers without `color-mix`, followed by those for the other browsers, with some or all of the
 * selectors.
 */
const COLOR_MIX_FALLBACK =
  /(?<=[{}]|^)([^{}]+)\{([^{}]*)\}@supports \(color:color-mix\(in lab, ?red, ?red\)\)\{([^{}]+)\{([^{}]*)\}\}/g;
/** Initial values of custom properties for browsers without `@property`. */
const PROPERTY_FALLBACK = /@layer properties\{@supports.*?\}\}\}/s;

/** What the supported browsers apply anyway, without what only older ones need. */
export const trimCss = (css: string): string =>
  css.replace(COLOR_MIX_FALLBACK, withoutFallback).replace(PROPERTY_FALLBACK, "");

/** The fallback stays for selectors that share it and have nothing else, since for those it is not a fallback. */
function withoutFallback(all: string, shared: string, fallback: string, mixed: string, mix: string): string {
  const mixing = mixed.split(",");
  const selectors = shared.split(",");
  if (!mixing.every((selector) => selectors.includes(selector))) return all;
  const plain = selectors.filter((selector) => !mixing.includes(selector));
  return `${plain.length === 0 ? "" : `${plain.join(",")}{${fallback}}`}${mixed}{${mix}}`;
}

/**
 * Tailwind adds rules for browsers that are older than those it supports (Chrome 111, Safari 16.4, Firefox 128): a
 * twentieth of the file that the first picture waits for.
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
