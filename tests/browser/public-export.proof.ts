import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { sha256Hex } from "../../src/domain/fairness.ts";
import { acquireLease } from "../../src/server/foundation/db/lease.ts";
import { payments } from "../../src/server/foundation/db/schema/payments.ts";
import { recordNext } from "../../src/server/features/export/record-next.ts";
import { moveCursor, readCursor, type RecordSource } from "../../src/server/features/export/record-source.ts";
import { sealDay } from "../../src/server/features/export/seal-day.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import { useTestSite } from "../support/test-site.ts";
import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";

/** A server in this process, so that days can pass instantly. */
const site = useTestSite();

const DAYS = 16;
const MEMO = "5".repeat(88);

/** Rows of text, as many as there are days. */
const rows: RecordSource = {
  name: "test",
  async readNext(db) {
    const from = await readCursor(db, "test");
    const row = from + 1;
    const entry = "x".repeat(row === 1 ? 1_250_000 : 40_000);
    return {
      lines: [{ key: `test:${row}`, line: { kind: "rule", row, entry, hash: sha256Hex(entry) } }],
      take: (tx) => moveCursor(tx, "test", from, row),
    };
  },
};

let madeDays = 0;
async function makeDays(count: number) {
  const { db, clock } = site.server;
  const token = await acquireLease(db, { name: "t", holder: "h", ttlMs: 3_600_000, force: true });
  if (token === null) throw new Error("the lease was not given");
  for (; madeDays < count; madeDays += 1) {
    const at = Date.parse("2026-11-01T12:00:00.000Z") + madeDays * DAY_MS;
    const ports = { db, lease: { name: "t", token }, network: "localnet" as const };
    await recordNext({ ...ports, clock: { ...clock, now: () => at } }, rows);
    await sealDay({ ...ports, clock: { ...clock, now: () => at + DAY_MS } });
    if (madeDays === DAYS - 1) continue;
    const memo = eq(payments.id, `export-${new Date(at).toISOString().slice(0, 10)}`);
    await db.update(payments).set({ status: "completed", signature: MEMO }).where(memo);
  }
}

const views = [
  { theme: "main-prime", width: 1440, height: 900, locale: "en-US" },
  { theme: "solana-future", width: 390, height: 844, locale: "de-AT" },
  { theme: "main-prime", width: 390, height: 844, locale: "en-US" },
  { theme: "solana-future", width: 1440, height: 900, locale: "de-AT" },
] as const;

describe.each(views)("in $theme at $width px", ({ theme, width, height, locale }) => {
  const isGerman = locale.startsWith("de");
  const say = (english: string, german: string) => (isGerman ? german : english);
  const open = async () => {
    await site.server.db.transaction((tx) =>
      writeSetting(tx, { key: "theme", value: theme, by: null, at: new Date() }),
    );
    const { page, complaints } = await visit(
      site.browser,
      { name: "vera", url: site.url },
      { width, height, locale },
    );
    const picture = (name: string) =>
      keepPicture(page.getByTestId("history").locator(".."), `export-${name}-${theme}-${width}`);
    return { page, complaints, picture, panel: page.getByTestId("history") };
  };

  it(`EXPORT-9 the list loads, fails and is tried again, and is empty at first, ${theme} ${width}`, async () => {
    const { page, panel, picture } = await open();
    let answer: "wait" | "fail" | "go" = "wait";
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/export", async (route) => {
      if (answer === "wait") await held;
      if (answer === "fail") return route.fulfill({ status: 503, body: "{}" });
      const real = await route.fetch();
      const body = (await real.json()) as object;
      return route.fulfill({ response: real, json: { ...body, days: [], next: 1 } });
    });
    await page.goto(`${site.url}/provably-fair`);
    await panel.getByText(say("Loading the list of files…", "Die Liste der Dateien wird geladen…")).waitFor();
    await picture("loading");
    answer = "fail";
    release();
    const again = panel.getByRole("button", { name: say("Try Again", "Erneut versuchen") });
    await again.waitFor({ timeout: 30_000 });
    await picture("failed");
    expect(await objections(page)).toEqual([]);
    answer = "go";
    await again.click();
    await panel.getByText(say("There is no file yet.", "Es gibt noch keine Datei.")).waitFor();
    await picture("empty");
    await page.context().close();
  });

  it(`EXPORT-9 each day is listed with size, records, hash, file and memo, newest first, ${theme} ${width}`, async () => {
    await makeDays(DAYS);
    const { page, panel, complaints, picture } = await open();
    await page.goto(`${site.url}/provably-fair`);
    const days = panel.locator("[data-day]");
    await days.first().waitFor();
    expect(await days.count()).toBe(7);
    await days.first().getByText(say("Memo follows", "Memo folgt")).waitFor();
    await picture("days");
    await panel.getByRole("button", { name: say("Show All 16 Days", "Alle 16 Tage zeigen") }).click();
    expect(await days.evaluateAll((rowsOf) => rowsOf.map((row) => row.getAttribute("data-day")))).toEqual(
      Array.from({ length: DAYS }, (_, day) => `2026-11-${String(DAYS - day).padStart(2, "0")}`),
    );
    const last = days.last();
    await last.getByText(say("1 record · 1.3 MB", "1 Eintrag · 1,3 MB")).waitFor();
    await last.getByRole("button", { name: "Memo" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      last.getByRole("link", { name: say("File", "Datei") }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("furlong-2026-11-01.ndjson");
    const content = readFileSync(await download.path());
    const hash = createHash("sha256").update(content).digest("hex");
    await last.getByText(hash, { exact: true }).waitFor();
    await page.getByRole("link", { name: say("JSON schema", "JSON-Schema") }).waitFor();
    expect(await objections(page)).toEqual([]);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
