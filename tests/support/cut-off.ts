import type { Page } from "playwright-core";

/**
 * Texts that end in an ellipsis or overflow their box, except hashes, inputs, and what is there only for screen
 * readers.
 */
export const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.clientWidth > 1 && element.checkVisibility();
    const overflows = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const sticksOut = (element: Element) => {
      const frame = element.closest(".card, .panel")?.getBoundingClientRect();
      return frame !== undefined && element.getBoundingClientRect().right > frame.right + 1;
    };
    const texts = Array.from(document.querySelectorAll("body *")).filter(
      (element) =>
        isShown(element) &&
        element.closest("code, input, ol.flex, [inert], [class*=sr-only]") === null &&
        Array.from(element.childNodes).some((child) => child instanceof Text && child.data.trim() !== ""),
    );
    return texts
      .filter((text) => overflows(text) || sticksOut(text))
      .map(({ textContent }) => textContent ?? "");
  });
