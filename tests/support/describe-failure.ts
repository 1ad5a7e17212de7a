import type { BrowserContext } from "playwright-core";
import type { ServerProcess } from "./server-process.ts";

const MAX_CHARACTERS = 3_000;
const LAST_LINES = 40;

/** The contents of each open page and the server's last output, for a failure that occurs once in many runs. */
export async function describeFailure(
  contexts: readonly BrowserContext[],
  server: ServerProcess,
): Promise<string> {
  const parts: string[] = [];
  for (const page of contexts.flatMap((context) => context.pages())) {
    const visible = await page
      .locator("body")
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => `not readable: ${String(error)}`);
    parts.push(`── the page at ${page.url()} when the test failed ──`, visible.slice(0, MAX_CHARACTERS));
  }
  return [...parts, "── what the server said last ──", ...server.lines.slice(-LAST_LINES)].join("\n");
}
