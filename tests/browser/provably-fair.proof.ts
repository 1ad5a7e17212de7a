import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raceOutcome } from "../../src/domain/fairness.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import type { Player } from "../support/player.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();
const folder = mkdtempSync(join(tmpdir(), "furlong-verifier-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface LockedBet {
  readonly id: string;
  readonly horse_number: number;
}

interface SettledBet {
  readonly id: string;
  readonly result: string;
}

/** The answer of verify, in its wire form. */
interface Answer {
  readonly race: {
    readonly id: string;
    readonly nonce: string;
    readonly server_seed: string;
    readonly winning_horse: number;
    readonly beacon: { readonly slot: number; readonly blockhash: string };
    readonly anchors: {
      readonly commit: { readonly checkpoint: string; readonly signature: string };
      readonly lock: string;
      readonly result: string;
    };
    readonly entries: { readonly commit: number };
    readonly horses: readonly object[];
    readonly settings: object;
    readonly lockedBets: { readonly pool: string; readonly bets: readonly LockedBet[] };
    readonly settlement: { readonly bets: readonly SettledBet[] };
    readonly lock_wallet: string;
    readonly seed_chain: { readonly anchor: string };
  };
}

let admin: Player;
let answer: Answer;

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  const run = await backers.untilOpen();
  await backers.runRace(run);
  answer = await until("the race's result on the chain", async () => {
    const { body } = await admin.call("GET", `/api/races/verify/${run.id}`);
    return body.race?.anchors?.result && (body as Answer);
  });
});

const linkOf = ({ race }: Answer) => `${site.url}/provably-fair?race=${race.id}`;
const verdict = (page: Page) => page.getByTestId("verdict");

/** Each line's state by its name, all seen at once when no line is still being read. */
async function statesOf(page: Page): Promise<Record<string, string>> {
  let states: Record<string, string> = {};
  const look = async () => {
    const lines = await page
      .locator("[data-check]")
      .evaluateAll((found) =>
        found.map((line) => [line.getAttribute("data-check") ?? "", line.getAttribute("data-state") ?? ""]),
      );
    states = Object.fromEntries(lines);
    return lines.length > 0 && !Object.values(states).includes("reading");
  };
  await page.locator("[data-check]").first().waitFor();
  await expect.poll(look, { timeout: 30_000 }).toBe(true);
  return states;
}

const computed = ["seed", "beacon", "winner", "places", "books", "lockedBets", "seedChain", "committed"];
const onChain = ["node", "chainAnchor", "commitment", "lock", "beaconBlock", "result"];
const allChecked = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "checked"]));

describe.each([
  { theme: "main-prime", width: 1440, height: 900, locale: "en-US" },
  { theme: "solana-future", width: 390, height: 844, locale: "de-AT" },
] as const)("in $theme at $width px", ({ theme, width, height, locale }) => {
  it(`FAIR-30 FAIR-31 FAIR-32 FAIR-33 a link fills the verifier, and everything of a real race is checked, ${theme}`, async () => {
    await changeSetting(admin, "theme", theme);
    const { page, complaints } = await visit(
      site.browser,
      { name: "vera", url: `${site.url}/provably-fair` },
      { width, height, locale },
    );
    const isGerman = locale.startsWith("de");
    await page.getByRole("img", { name: isGerman ? /Die fünf Abschnitte/ : /The five stages/ }).waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("button", { name: isGerman ? "Prüfen" : "Verify", exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(isGerman ? "Bitte fülle alle Felder aus" : "Please fill in all fields", { exact: true })
      .waitFor();

    await page.goto(linkOf(answer));
    expect(await statesOf(page)).toEqual(allChecked([...computed, ...onChain]));
    await verdict(page)
      .getByText(isGerman ? "Geprüft: alle 14" : "Verified: all 14")
      .waitFor();
    expect(await page.locator("input[name=seed]").inputValue()).toBe(answer.race.server_seed);
    const steps = page.getByTestId("steps");
    expect(await steps.locator("[data-used=true]").count()).toBe(1);
    expect(await steps.locator("[data-used]").count()).toBe(8);
    expect(await page.getByTestId("winning-horse").innerText()).toBe(String(answer.race.winning_horse));
    const combined = `${await fieldsOf(page)}`;
    await steps.getByText(combined, { exact: true }).waitFor();
    const hash = createHash("sha256").update(combined).digest("hex");
    await steps.getByText(hash, { exact: true }).waitFor();

    await page
      .getByRole("button", { name: isGerman ? "Testvektoren ausführen" : "Run the Test Vectors" })
      .click();
    await page
      .getByTestId("vectors")
      .getByText(isGerman ? /^Alle \d+ / : /^All \d+ /)
      .waitFor();
    expect(await objections(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const fieldsOf = async (page: Page): Promise<string> =>
  (
    await Promise.all(
      ["seed", "race", "nonce"].map((name) => page.locator(`input[name=${name}]`).inputValue()),
    )
  ).join(":");

/** A page to which the server answers something other than the truth. */
async function visitLied(change: (race: Answer["race"]) => object): Promise<Page> {
  const { page } = await visit(site.browser, { name: "lied-to", url: `${site.url}/leaderboard` });
  await page.route("**/api/races/verify/*", (route) =>
    route.fulfill({ json: { ...answer, race: { ...answer.race, ...change(answer.race) } } }),
  );
  await page.goto(linkOf(answer));
  return page;
}

const noMemos = ({ seed_chain: chain }: Answer["race"]) => ({
  anchors: { commit: null, lock: null, result: null },
  seed_chain: { ...chain, anchor: null },
});

/** A seed by which another horse wins: once in a while one gives the same places. */
function otherSeed({ id, nonce, winning_horse: winner }: Answer["race"]): string {
  for (let count = 0; ; count += 1) {
    const seed = createHash("sha256").update(`another seed ${count}`).digest("hex");
    if (raceOutcome(seed, id, nonce).winner !== winner) return seed;
  }
}

it.each([
  {
    lie: "another seed",
    change: (race: Answer["race"]) => ({ server_seed: otherSeed(race) }),
    differing: ["seed", "winner", "places", "seedChain", "result"],
  },
  {
    lie: "another block hash",
    change: ({ beacon }: Answer["race"]) => ({
      beacon: { ...beacon, blockhash: "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn" },
    }),
    differing: ["beacon", "beaconBlock"],
  },
  {
    lie: "the transaction of another memo as the commitment",
    change: ({ anchors, seed_chain: chain }: Answer["race"]) => ({
      anchors: { ...anchors, commit: { ...anchors.commit, signature: chain.anchor } },
    }),
    differing: ["commitment"],
  },
  {
    lie: "another entry of the log",
    change: ({ entries }: Answer["race"]) => ({ entries: { commit: entries.commit - 1 } }),
    differing: ["committed"],
  },
  {
    lie: "other horses than were committed to",
    change: ({ horses }: Answer["race"]) => ({ horses: horses.map((horse) => ({ ...horse, name: "Same" })) }),
    differing: ["committed"],
  },
  {
    lie: "a root that the notary did not write",
    change: ({ anchors }: Answer["race"]) => ({
      anchors: {
        ...anchors,
        commit: { ...anchors.commit, checkpoint: anchors.commit.checkpoint.replace(/\n(?=\d+\n)/, "\n1") },
      },
    }),
    differing: ["committed", "commitment"],
  },
  {
    lie: "a slot that does not follow from the lock memo",
    change: ({ beacon }: Answer["race"]) => ({
      beacon: { ...beacon, announcedSlot: Number(beacon.slot) - 1 },
    }),
    differing: ["beaconBlock", "lock"],
  },
  {
    lie: "the transaction of another memo as the lock",
    change: ({ anchors }: Answer["race"]) => ({ anchors: { ...anchors, lock: anchors.result } }),
    differing: ["lock"],
  },
  {
    lie: "a bet on another horse than was locked",
    change: ({ lockedBets }: Answer["race"]) => ({
      lockedBets: {
        ...lockedBets,
        bets: lockedBets.bets.map((bet) => ({ ...bet, horse_number: (bet.horse_number % 6) + 1 })),
      },
    }),
    differing: ["lockedBets"],
  },
  {
    lie: "a list of bets without one, and a settlement without it",
    change: ({ lockedBets, settlement }: Answer["race"]) => {
      const [gone] = settlement.bets.filter(({ result }) => result === "loss");
      const without = <Bet extends { readonly id: string }>(bets: readonly Bet[]) =>
        bets.filter(({ id }) => id !== gone?.id);
      return {
        lockedBets: { ...lockedBets, bets: without(lockedBets.bets) },
        settlement: { ...settlement, bets: without(settlement.bets) },
      };
    },
    differing: ["books", "lockedBets", "lock"],
  },
  {
    lie: "no list of bets at all",
    change: ({ anchors }: Answer["race"]) => ({
      betsRoot: null,
      lockedBets: null,
      anchors: { ...anchors, lock: null },
    }),
    differing: ["lock", "lockedBets"],
  },
  {
    lie: "no memo of the seed chain",
    change: ({ seed_chain: chain }: Answer["race"]) => ({ seed_chain: { ...chain, anchor: null } }),
    differing: ["chainAnchor"],
  },
  {
    lie: "no commitment",
    change: ({ anchors }: Answer["race"]) => ({ anchors: { ...anchors, commit: null } }),
    differing: ["commitment"],
  },
  {
    lie: "no lock memo",
    change: ({ anchors }: Answer["race"]) => ({ anchors: { ...anchors, lock: null } }),
    differing: ["lock"],
  },
  {
    lie: "no memo at all",
    change: noMemos,
    differing: ["chainAnchor", "commitment", "lock"],
  },
  {
    lie: "a block before the announced slot",
    change: ({ beacon }: Answer["race"]) => ({ beacon: { ...beacon, slot: beacon.slot + 1 } }),
    differing: ["beaconBlock"],
  },
])("FAIR-31 FAIR-32 $lie is shown as differing, with both values", async ({ change, differing }) => {
  const page = await visitLied(change);
  const states = await statesOf(page);
  // Once in a while another seed gives the same winner, or place.
  const isChance = (name: string) => name === "winner" || name === "books";
  const found = Object.keys(states).filter((name) => states[name] === "differs" && !isChance(name));
  const expected = differing.filter((name) => !isChance(name)).toSorted();
  expect({ states, found: found.toSorted() }).toEqual({ states, found: expected });
  await verdict(page)
    .getByText(/^This race does not verify/)
    .waitFor();
  const line = page.locator(`[data-check=${differing.at(-1)}]`);
  expect(await line.locator("dd").allInnerTexts()).toHaveLength(2);
  await page.context().close();
});

it("FAIR-12 FAIR-32 a commitment in a log that is not the house's differs, and is unproven where the house names none", async () => {
  const { body } = await admin.call("GET", "/api/fairness/chain");
  const page = await visitLied(() => ({}));
  const answerChain = async (log: object | null) => {
    await page.unroute("**/api/fairness/chain");
    await page.route("**/api/fairness/chain", (route) => route.fulfill({ json: { ...body, log } }));
    await page.goto(linkOf(answer));
    return (await statesOf(page))["committed"];
  };
  expect(await answerChain(body.log)).toBe("checked");
  expect(await answerChain({ ...body.log, notary: answer.race.lock_wallet })).toBe("differs");
  expect(await answerChain({ ...body.log, origin: "localhost/log/0123456789abcdef" })).toBe("unread");
  expect(await answerChain(null)).toBe("unread");
  await page.context().close();
});

it("FAIR-32 a result that is not on the chain yet is no difference, and does not count as checked", async () => {
  const page = await visitLied(({ anchors }) => ({ anchors: { ...anchors, result: null } }));
  const states = await statesOf(page);
  expect(states).toEqual({ ...allChecked([...computed, ...onChain]), result: "pending" });
  await verdict(page).getByText("What could be checked holds; 1 could not be read.").waitFor();
  await page.context().close();
});

it("FAIR-32 a node that does not answer is no proof of anything, and can be asked again", async () => {
  const { page } = await visit(site.browser, { name: "cut-off", url: `${site.url}/leaderboard` });
  await page.route("**/rpc", (route) => route.abort());
  await page.goto(linkOf(answer));
  expect(await statesOf(page)).toEqual({
    ...allChecked(computed),
    ...Object.fromEntries(onChain.map((name) => [name, "unread"])),
  });
  await verdict(page).getByText("What could be checked holds; 6 could not be read.").waitFor();
  await page.unroute("**/rpc");
  await page
    .locator("[data-check=beaconBlock]")
    .getByRole("button", { name: /^Try Again/ })
    .click();
  await expect.poll(async () => (await statesOf(page))["beaconBlock"]).toBe("checked");
  await page.context().close();
});

it("FAIR-30 a race that there is not is refused with the server's words, and another can be fetched", async () => {
  const { page } = await visit(site.browser, {
    name: "lost",
    url: `${site.url}/provably-fair?race=r-999999`,
  });
  await page.getByRole("alert").getByText(/race/i).waitFor();
  await page.getByLabel("Race to fetch").fill(answer.race.id);
  await page.getByRole("button", { name: "Fetch It" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("race")).toBe(answer.race.id);
  expect(await statesOf(page)).toEqual(allChecked([...computed, ...onChain]));
  await page.context().close();
});

it("FAIR-34 the downloaded file verifies a downloaded race from the disk, without a network, and finds a lie", async () => {
  const { page } = await visit(site.browser, { name: "saver", url: linkOf(answer) });
  const download = async (name: string) => {
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name }).click();
    return readFileSync((await (await started).path()) ?? "");
  };
  const file = await download("Download the Verifier");
  const data = await download("Save This Race's Data");
  const shownHash = await page.getByTestId("file-hash").innerText();
  expect(createHash("sha256").update(file).digest("hex")).toBe(shownHash);
  await page.context().close();

  const saved = join(folder, "furlong-verifier.html");
  writeFileSync(saved, file);
  writeFileSync(join(folder, "race.json"), data);
  const offline = await visit(site.browser, { name: "offline", url: pathToFileURL(saved).href });
  const here = offline.page;
  await offline.context.setOffline(true);
  const asked: string[] = [];
  offline.context.on("request", (request) => asked.push(request.url()));
  await here.getByLabel("Choose a File").setInputFiles(join(folder, "race.json"));
  expect(await statesOf(here)).toEqual(allChecked(computed));
  await verdict(here).getByText("Verified: all 8 checks hold.").waitFor();
  expect(await here.getByTestId("winning-horse").innerText()).toBe(String(answer.race.winning_horse));
  await here.getByRole("button", { name: "Run the Test Vectors" }).click();
  await here.getByTestId("vectors").getByText(/^All /).waitFor();
  expect(await objections(here)).toEqual([]);

  const lie = JSON.stringify({
    race: { ...answer.race, winning_horse: (answer.race.winning_horse % 6) + 1 },
  });
  await here.getByLabel("Data of a race").fill(lie);
  await here.getByRole("button", { name: "Check This Data" }).click();
  expect(await statesOf(here)).toMatchObject({ seed: "checked", winner: "differs", books: "differs" });
  const settings = { ...answer.race.settings, superfectaBonus: "1" };
  const uncommitted = JSON.stringify({ race: { ...answer.race, settings } });
  await here.getByLabel("Data of a race").fill(uncommitted);
  await here.getByRole("button", { name: "Check This Data" }).click();
  await expect.poll(() => statesOf(here)).toEqual({ ...allChecked(computed), committed: "differs" });
  const withoutMemos = JSON.stringify({ race: { ...answer.race, ...noMemos(answer.race) } });
  await here.getByLabel("Data of a race").fill(withoutMemos);
  await here.getByRole("button", { name: "Check This Data" }).click();
  await verdict(here).getByText("This race does not verify: 3 checks differ.").waitFor();
  expect(await statesOf(here)).toEqual({
    ...allChecked(computed),
    committed: "absent",
    chainAnchor: "differs",
    commitment: "differs",
    lock: "differs",
    result: "pending",
  });
  await here.getByLabel("Data of a race").fill("{}");
  await here.getByRole("button", { name: "Check This Data" }).click();
  await here.getByText("the field race.id is missing or wrong").waitFor();
  await here.getByRole("button", { name: "Deutsch" }).click();
  await here.getByRole("heading", { name: "Furlong-Prüfer" }).waitFor();
  expect(asked).toEqual([]);

  await asksANode(here, offline.context.setOffline.bind(offline.context), join(folder, "race.json"));
  expect(offline.complaints).toEqual([]);
  await offline.context.close();
});

async function passOn(body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (await fetch(`${site.url}/rpc`, { method: "POST", headers, body })).text();
}

/** A public node on this machine, which answers pages of any origin. */
async function openPublicNode() {
  const node = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      if (request.method === "OPTIONS") response.end();
      else void passOn(body).then((reply) => response.end(reply));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const { port } = node.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => node.close() };
}

async function asksANode(page: Page, setOffline: (isOffline: boolean) => Promise<void>, data: string) {
  const node = await openPublicNode();
  try {
    await setOffline(false);
    await page.getByLabel("Datei wählen").setInputFiles(data);
    const address = page.getByLabel("RPC-URL eines Knotens");
    await address.fill("http://example.com");
    await page.getByRole("button", { name: "Von der Chain lesen" }).click();
    await page.getByText("Bitte gib eine Adresse ein").waitFor();
    await address.fill(node.url);
    await page.getByRole("button", { name: "Von der Chain lesen" }).click();
    await page.locator("[data-check=result]").waitFor();
    expect(await statesOf(page)).toEqual({ ...allChecked([...computed, ...onChain]), node: "absent" });
  } finally {
    node.close();
  }
}
