import { setTimeout as pause } from "node:timers/promises";
import type { ServerProcess } from "../../tests/support/server-process.ts";

/** What the server logs once it has compared its books with their totals, which it does as soon as it is leader. */
const CHECKED = ["the balances were summed", "the revenue totals were summed"];
const LONGEST_CHECK_MS = 900_000;

/** The startup checks occupy the thread and an embedded database; they run again after an hour. */
export async function untilChecked(server: ServerProcess): Promise<void> {
  const began = performance.now();
  while (!CHECKED.every((said) => server.lines.some((line) => line.includes(said)))) {
    if (server.hasEnded() || performance.now() - began > LONGEST_CHECK_MS)
      throw new Error(`The start's checks did not end:\n${server.lines.slice(-20).join("\n")}`);
    await pause(1_000);
  }
  console.log(
    `${server.dataDir}: the start's checks ended ${((performance.now() - began) / 1000).toFixed(0)} s after it answered`,
  );
}
