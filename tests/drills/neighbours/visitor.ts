import { get, type IncomingMessage } from "node:http";
import { json, text } from "node:stream/consumers";
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
/** Not that of the players, who may ask too much while they are refused, and are told so. */
const OWN_ADDRESS = "127.0.0.2";

/** @throws without an answer in 10 s. */
const ask = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    get(url, { localAddress: OWN_ADDRESS, signal }, resolve).on("error", reject);
  });

/** Loads a page and asks for the race twice a second, without waiting for answers, until `stop`. */
export function visit(url: string) {
  const refused: Record<string, number> = {};
  const pageFailures: string[] = [];
  const open = new Set<Promise<void>>();
  let pages = 0;
  let calls = 0;
  let isOver = false;

  async function loadPage() {
    pages += 1;
    const failure = await ask(`${url}/`)
      .then(async (page) => {
        const isWhole = (await text(page)).includes("</html>");
        return page.statusCode === 200 && isWhole ? null : String(page.statusCode);
      })
      .catch(() => NO_ANSWER);
    if (failure !== null) pageFailures.push(failure);
  }
  async function call() {
    calls += 1;
    const failure = await ask(`${url}/api/races/active`)
      .then(async (answer) => {
        const body = (await json(answer).catch(() => ({}))) as { readonly code?: string };
        return answer.statusCode === 200 ? null : `${answer.statusCode} ${body.code ?? "without a reason"}`;
      })
      .catch(() => NO_ANSWER);
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
