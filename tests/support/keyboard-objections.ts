import type { Page } from "playwright-core";

/** Attribute by which the controls of the dialog are recognised while Tab is pressed. */
const STOP = "data-keyboard-stop";
/** Dialogs that hold the focus: the browser's own, sheets, and confirmations of the panel. */
const MODALS = "dialog:modal, [role=dialog][aria-modal=true], [role=alertdialog][data-state=open]";

/**
 * What prevents using the open dialog by the keyboard alone: a focus outside of it, Tab leaving it, or a control that
 * Tab does not reach. Empty while no dialog is open. The focus returns to where it was.
 */
export async function keyboardObjections(page: Page): Promise<readonly string[]> {
  const stops = await page.evaluate(
    ([stop, modals]) => {
      const dialogs = Array.from(document.querySelectorAll(modals));
      if (dialogs.length === 0) return null;
      const focused = document.activeElement;
      const dialog = dialogs.findLast((one) => one.contains(focused));
      if (dialog === undefined) return [];
      focused?.setAttribute(`${stop}-first`, "");
      const groups = new Set<string>();
      const isOne = (element: HTMLElement) => {
        if (element.tabIndex < 0 || element.matches(":disabled, [inert] *") || !element.checkVisibility())
          return false;
        if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
        // Tab reaches one of a group; arrows reach the others.
        if (groups.has(element.name)) return false;
        groups.add(element.name);
        return true;
      };
      const names = "a[href], button, input, select, textarea, summary, [tabindex]";
      return Array.from(dialog.querySelectorAll<HTMLElement>(names))
        .filter(isOne)
        .map((element, at) => {
          const name =
            element instanceof HTMLInputElement && element.type === "radio" ? element.name : `${at}`;
          const all =
            name === `${at}`
              ? [element]
              : dialog.querySelectorAll(`input[type=radio][name="${CSS.escape(name)}"]`);
          for (const one of all) one.setAttribute(stop, name);
          return { name, html: element.outerHTML.slice(0, 120) };
        });
    },
    [STOP, MODALS] as const,
  );
  if (stops === null) return [];
  if (stops.length === 0) return ["the focus is outside of the dialog"];
  const reached = new Set<string>();
  const found: string[] = [];
  for (let press = 0; press < stops.length + 3; press += 1) {
    await page.keyboard.press("Tab");
    const { name, isOutside, html } = await page.evaluate(
      ([stop, modals]) => {
        const element = document.activeElement;
        const isNowhere = element === null || element === document.body;
        return {
          name: element?.getAttribute(stop) ?? null,
          isOutside: !isNowhere && element.closest(modals) === null,
          html: element?.outerHTML.slice(0, 120),
        };
      },
      [STOP, MODALS] as const,
    );
    if (name !== null) reached.add(name);
    if (isOutside) found.push(`Tab leaves the dialog to ${html}`);
  }
  await page.evaluate((stop) => {
    const first = document.querySelector<HTMLElement>(`[${stop}-first]`);
    first?.focus();
    first?.removeAttribute(`${stop}-first`);
    for (const element of document.querySelectorAll(`[${stop}]`)) element.removeAttribute(stop);
  }, STOP);
  const missed = stops.filter(({ name }) => !reached.has(name));
  return [...found, ...missed.map(({ html }) => `Tab does not reach ${html}`)];
}
