import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { lamports, signedLamports } from "../../src/domain/lamports.ts";
import type { Rule } from "../../src/domain/rule-log.ts";
import { openTestLog } from "../support/open-test-log.ts";
import { writeRule } from "../../src/server/foundation/rule-log/write-rule.ts";
import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import { useTestSite } from "../support/test-site.ts";

/** A server in this process, so that each kind of row can be written. */
const site = useTestSite();

const SOL = 1_000_000_000n;
const refund = { race: "race-12", reason: null, lamports: lamports(3n * SOL) };
const rules: readonly Rule[] = [
  { rule: "setting", key: "house_edge", from: "5", to: "4", reason: "Cheaper for the winter" },
  {
    rule: "setting",
    key: "race_type_weights",
    from: '{"classic":60,"sprint":25,"endurance":15}',
    to: '{"classic":50,"sprint":40,"endurance":10}',
    reason: null,
  },
  { rule: "refund-race", ...refund, cause: "no_winning_bet", settled: false },
  {
    rule: "refund-race",
    ...refund,
    race: "race-13",
    cause: "by_admin",
    settled: true,
    reason: "The start was drawn wrongly",
  },
  {
    rule: "refund-bet",
    race: "race-13",
    bet: "bet-1",
    settled: true,
    reason: "The page hung",
    lamports: lamports(SOL / 4n),
  },
  { rule: "halt", reason: "Books and chain differ by -700000000 lamports" },
  { rule: "resume", reason: "A transfer made by hand", difference: signedLamports(-700_000_000n) },
  { rule: "transfer", from: "hot", lamports: lamports(2n * SOL), reason: "A prize" },
];

const write = async (told: readonly Rule[]) => {
  for (const rule of told)
    await site.server.db.transaction((tx) => writeRule(tx, new Date("2026-11-24T10:00:00.000Z"), rule));
};

function treeHash(entries: readonly string[]): string {
  const sha256 = (...parts: readonly (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
  const subtree = (from: number, to: number): Buffer => {
    if (to - from === 1) return sha256(Buffer.of(0), entries[from] ?? "");
    let left = 1;
    while (left * 2 < to - from) left *= 2;
    return sha256(Buffer.of(1), subtree(from, from + left), subtree(from + left, to));
  };
  return subtree(0, entries.length).toString("hex");
}

const looks = [
  { theme: "main-prime", name: "desk", width: 1440, height: 900, locale: "en-US" },
  { theme: "main-prime", name: "phone", width: 390, height: 844, locale: "de-AT" },
  { theme: "solana-future", name: "desk", width: 1440, height: 900, locale: "de-AT" },
  { theme: "solana-future", name: "phone", width: 390, height: 844, locale: "en-US" },
] as const;

const open = async (look: (typeof looks)[number] | undefined = looks[0]) => {
  const { page, complaints } = await visit(
    site.browser,
    { name: look.name, url: `${site.url}/leaderboard` },
    { width: look.width, height: look.height, locale: look.locale },
  );
  return { page, complaints };
};
const rowsOn = (page: Page) => page.locator("main ol > li");

it("RULELOG-5 an empty log, and one that does not load, say so", async () => {
  const { page } = await open();
  await page.goto(`${site.url}/rules-log`);
  await page.getByText("There are no rows yet.").waitFor();
  await page.route("**/api/rules-log*", (route) => route.abort());
  await page.reload();
  await page
    .getByRole("alert")
    .getByText("The rule log cannot be loaded right now.")
    .waitFor({ timeout: 30_000 });
  await page.unroute("**/api/rules-log*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("There are no rows yet.").waitFor();
  expect(await rowsOn(page).count()).toBe(0);
  await page.context().close();
});

describe.each(looks)("in $theme at $width px", (look) => {
  beforeAll(async () => {
    const { db, clock } = site.server;
    await db.transaction((tx) =>
      writeSetting(tx, { key: "theme", value: look.theme, by: null, at: new Date(clock.now()) }),
    );
    if (look !== looks[0]) return;
    await openTestLog({ db, clock });
    await write(rules);
  });

  it(`RULELOG-5 every kind of row is told in words, ${look.theme} ${look.name}`, async () => {
    const isGerman = look.locale === "de-AT";
    const { page, complaints } = await open(look);
    await page.goto(`${site.url}/provably-fair`);
    await page.getByRole("link", { name: isGerman ? /^Regelprotokoll/ : /^Rule log/ }).click();
    await expect.poll(() => rowsOn(page).count()).toBe(9);
    const edge = rowsOn(page)
      .filter({ hasText: isGerman ? "Hausanteil" : "House edge" })
      .first();
    expect(await edge.locator("strong").innerText()).toBe(isGerman ? "4\u00a0%" : "4%");
    await edge.getByText(/: Cheaper for the winter$/).waitFor();
    const refunded = rowsOn(page).filter({ hasText: isGerman ? "niemand auf den Sieger" : "nobody had bet" });
    expect(await refunded.getByRole("link", { name: "#12" }).getAttribute("href")).toBe(
      "/provably-fair?race=race-12",
    );
    await page.locator("summary").last().scrollIntoViewIfNeeded();
    await page.getByText(isGerman ? "Die Regeln zu Beginn" : "The rules at the start").click();
    await page.getByText(isGerman ? "Kleinster Einsatz" : "Smallest bet").waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await keepPicture(page, `rule-log-${look.theme}-${look.name}`);
    expect(await objections(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

it("RULELOG-5 a long log is loaded by pages, and has the root that it names", async () => {
  await write(Array.from({ length: 120 }, (_, index): Rule => ({ rule: "halt", reason: `halt ${index}` })));
  const { page } = await open();
  await page.goto(`${site.url}/rules-log`);
  await expect.poll(() => rowsOn(page).count()).toBe(50);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rowsOn(page).count()).toBe(100);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rowsOn(page).count()).toBe(129);
  expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  // Straight from RFC 6962.
  const { rows, head } = (await (await fetch(`${site.url}/api/rules-log?limit=500`)).json()) as {
    rows: { entry: string }[];
    head: { hash: string };
  };
  expect(treeHash(rows.toReversed().map(({ entry }) => entry))).toBe(head.hash);
  await page.getByText(head.hash).first().waitFor();
  await page.context().close();
});

it("RULELOG-5 an address with a row's number leads to the row", async () => {
  const { page } = await open();
  await page.goto(`${site.url}/rules-log#row-100`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
  await page.locator("#row-100").waitFor();
  await page.context().close();
});
