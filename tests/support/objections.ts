import axe from "axe-core";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe objects to on the page as it stands, and whether anything scrolls sideways. */
export async function objections(page: Page): Promise<readonly string[]> {
  // Evaluated, since a script tag is what the page's content security policy forbids.
  await page.evaluate(axe.source);
  const violations: readonly Violation[] = await page.evaluate(async () => {
    const { axe: here } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await here.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  });
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
    ...(scrolls ? ["scrolls sideways"] : []),
  ];
}
