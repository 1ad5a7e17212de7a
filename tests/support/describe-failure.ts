import type { BrowserContext } from "playwright-core";
import type { ServerProcess } from "./server-process.ts";

const MAX_CHARACTERS = 3_000;
const LAST_LINES = 40;

/** Prints the contents of each open page and the server's last output, for a failure that occurs once in many runs. */
export async function describeFailure(
  contexts: readonly BrowserContext[],
  server: ServerProcess,
): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const visible = await page
      .locator("body")
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => `not readable: ${String(error)}`);
    console.log(`── the page at ${page.url()} when the test failed ──\n${visible.slice(0, MAX_CHARACTERS)}`);
  }
  console.log(`── what the server said last ──\n${server.lines.slice(-LAST_LINES).join("\n")}`);
}
