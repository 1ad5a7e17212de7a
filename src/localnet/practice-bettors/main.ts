import { setTimeout as after } from "node:timers/promises";
import { runBettor } from "./bettor.ts";
import { gameClient } from "./game-client.ts";
import { keyFromFile } from "./key-file.ts";

/**
 * Practice bettors for local mode: a separate process that knows only the game's public address.
 *
 * Usage: main.ts <base URL> <number of bettors> <folder of their keys>
 * Ends on SIGTERM, SIGINT, or when its standard input closes, which means that its parent is gone.
 */
const [baseUrl, countText, folder] = process.argv.slice(2);
const count = Number(countText);
if (baseUrl === undefined || folder === undefined || !Number.isSafeInteger(count) || count < 0) {
  process.stderr.write("usage: main.ts <base URL> <number of bettors> <folder of their keys>\n");
  process.exit(2);
}

const stopping = new AbortController();
const stop = () => stopping.abort();
process.once("SIGTERM", stop).once("SIGINT", stop);
process.stdin.once("close", stop).once("error", stop).resume();

const pause = async (ms: number) => {
  await after(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
};

await Promise.all(
  Array.from({ length: count }, async (_, number) =>
    runBettor({
      number,
      key: await keyFromFile(folder, String(number + 1)),
      game: gameClient(baseUrl),
      baseUrl,
      random: Math.random,
      signal: stopping.signal,
      pause,
      report: (line) => process.stderr.write(`${line}\n`),
    }),
  ),
);
process.exit(0);
