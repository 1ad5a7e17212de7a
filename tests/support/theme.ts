import type { Page } from "playwright-core";
import type { Theme } from "../../src/domain/theme.ts";

const MOST_OF_A_TRANSITION_MS = 1_000;

/**
 * Sets a theme on the document at once: as a transition, the colours of thousands of elements would be computed and
 * drawn again in each frame.
 */
export const setTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(
    async ({ name, mostMs }) => {
      // What the page shows may still be in transition, e.g. a dialog that opens.
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
      const haveEnded = Promise.allSettled(transitions.map(({ finished }) => finished));
      await Promise.race([haveEnded, new Promise((resolve) => setTimeout(resolve, mostMs))]);
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important; }");
      document.adoptedStyleSheets.push(still);
      document.documentElement.dataset["theme"] = name;
      // Computes all styles and the layout while nothing is in transition.
      document.body.getBoundingClientRect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    },
    { name: theme, mostMs: MOST_OF_A_TRANSITION_MS },
  );
