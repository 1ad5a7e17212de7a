import { setTimeout as pause } from "node:timers/promises";

/** What somebody who only looks at the site got, by what came; a page that came is not counted. */
export interface Seen {
  readonly pages: number;
  /** Pages that did not come, with why. */
  readonly pageFailures: readonly string[];
  readonly calls: number;
  /** Calls that were refused or had no answer, by code and how often. */
  readonly refused: Readonly<Record<string, number>>;
}

const PATIENCE_MS = 10_000;
const EVERY_MS = 500;
const NO_ANSWER = "no answer in 10 s";

/** Loads a page and asks for the race twice a second, without waiting for answers, until `stop`. */
export function visit(url: string) {
  const refused: Record<string, number> = {};
  const pageFailures: string[] = [];
  const open = new Set<Promise<void>>();
  let pages = 0;
  let calls = 0;
  let isOver = false;
  const get = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });

  async function loadPage() {
    pages += 1;
    const failure = await get("/").then(
      async (page) => {
        const text = await page.text();
        return page.status === 200 && text.includes("</html>") ? null : String(page.status);
      },
      () => NO_ANSWER,
    );
    if (failure !== null) pageFailures.push(failure);
  }
  async function call() {
    calls += 1;
    const failure = await get("/api/races/active").then(
      async (answer) => {
        if (answer.status === 200) return null;
        const body = await answer.json().catch(() => ({}));
        return `${answer.status} ${body.code ?? "without a reason"}`;
      },
      () => NO_ANSWER,
    );
    if (failure !== null) refused[failure] = (refused[failure] ?? 0) + 1;
  }

  const looking = (async () => {
    while (!isOver) {
      for (const look of [loadPage, call]) {
        const seen = look().finally(() => open.delete(seen));
        open.add(seen);
      }
      await pause(EVERY_MS);
    }
  })();
  return {
    async stop(): Promise<Seen> {
      isOver = true;
      await looking;
      await Promise.all(open);
      return { pages, pageFailures, calls, refused };
    },
  };
}
