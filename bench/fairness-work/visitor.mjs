// A visitor of `bench/fairness-work.ts`: reads the whole public history over and over, as whoever checks it does, with a pause
// after each answer as long as checking it took a browser.
const [url = ""] = process.argv.slice(2);
const PAUSE_MS = 50;

/** @param {string} path */
async function read(path) {
  const answer = await fetch(url + path);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return text;
}

for (;;) {
  const { days, next } = JSON.parse(await read("/api/export"));
  for (const { sha256 } of days) await read(`/api/export/${sha256}.ndjson`);
  for (let cursor = next; cursor;) {
    cursor = JSON.parse(await read(`/api/export/records?limit=1000&cursor=${cursor}`)).nextCursor;
  }
  await read("/api/liabilities");
}
