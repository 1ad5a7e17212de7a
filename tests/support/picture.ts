import { join } from "node:path";
import type { Locator, Page } from "playwright-core";

/** With PICTURES=<folder> saves a screenshot there: of the whole page, of the window only, or of a part of the page. */
export async function keepPicture(
  target: Page | Locator,
  name: string,
  { fullPage = true }: { readonly fullPage?: boolean } = {},
): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  const path = join(folder, `${name}.png`);
  await ("goto" in target ? target.screenshot({ path, fullPage }) : target.screenshot({ path }));
}
