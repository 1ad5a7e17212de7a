// The visitors of `bench/fairness-work.ts`: each reads the whole public history over and over, as anyone who verifies
// it does, with a pause after each answer as long as a browser took to check it.
import { setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const [url = "", visitors = ""] = process.argv.slice(2);
const PAUSE_MS = 50;

// Real visitors read on their own machines: here they get only what the server and the game leave of this one.
setPriority(19);

let answers = 0;

/** @param {string} path */
async function read(path) {
  const answer = await fetch(url + path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  answers += 1;
  await pause(PAUSE_MS);
  return text;
}

async function visit() {
  for (;;) {
    const { days, next } = JSON.parse(await read("/api/export"));
    for (const { sha256 } of days) await read(`/api/export/${sha256}.ndjson`);
    for (let cursor = next; cursor;) {
      cursor = JSON.parse(await read(`/api/export/records?limit=1000&cursor=${cursor}`)).nextCursor;
    }
    await read("/api/liabilities");
  }
}

process.on("SIGTERM", () => {
  console.log(`${answers} answers read by visitors`);
  process.exit(0);
});
await Promise.all(Array.from({ length: Number(visitors) }, visit));
