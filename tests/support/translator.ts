import type { BrowserContext, Page } from "playwright-core";

/** What translators do with a text: Chrome's and Edge's replace its node, some extensions wrap it. */
export type TranslatorManner = "replaces" | "wraps";

/**
 * From now on each page of the context is translated as Chrome does it: every text, also each that appears or changes
 * later, stands in `<font><font>`, except where the page forbids it. The words stay as they are, so that a test can
 * still find them.
 */
export async function translatePages(context: BrowserContext, manner: TranslatorManner): Promise<void> {
  await context.addInitScript(startTranslator, manner);
}

/** How many texts were translated on the page that is shown. */
export const translatedTexts = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll("font > font").length);

function startTranslator(manner: TranslatorManner): void {
  const untouched = "script, style, noscript, textarea, font, svg, [translate=no], .notranslate";
  const translate = (text: Text) => {
    const parent = text.parentElement;
    if (parent === null || text.data.trim() === "" || parent.closest(untouched) !== null) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    if (manner === "wraps") {
      text.before(outer);
      inner.append(text);
    } else {
      inner.append(text.data);
      text.replaceWith(outer);
    }
  };
  const translateWithin = (node: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    if (node instanceof Text) texts.push(node);
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  const start = () => {
    translateWithin(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) if (node.isConnected) translateWithin(node);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  addEventListener("DOMContentLoaded", start);
}
