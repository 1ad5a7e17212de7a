import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { genesisHashes } from "../../src/domain/genesis-hashes.ts";
import { DUE, owedLies, type ToldProof, trueProof } from "../history/owed-lies.ts";
import { fileDays, textOf } from "../history/day-files.ts";
import { lockAnew, type Loose } from "../history/tell-anew.ts";
import { type TrueChain, trueChain } from "../history/true-chain.ts";
import { trueHistory } from "../history/true-history.ts";
import type { Json } from "../support/browser-session.ts";
import { findOrInstallPython } from "../support/python.ts";
import { DAY_S } from "../../src/domain/utc-day.ts";

const root = join(import.meta.dirname, "../..");
const python = findOrInstallPython();
const folder = mkdtempSync(join(tmpdir(), "furlong-lies-"));
const ownFolder = mkdtempSync(join(tmpdir(), "furlong-history-"));

interface Lie {
  readonly name: string;
  readonly rule: string | null;
  readonly race: string | null;
  /** Nothing is wrong, but this count is higher than in the true history. */
  readonly counted?: string;
}

beforeAll(() => {
  const written = spawnSync(
    process.execPath,
    ["--import", "tsx", join(root, "tests/history/write-lies.ts"), folder],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  if (written.status !== 0) throw new Error(written.stderr);
}, 240_000);
afterAll(() => {
  for (const used of [folder, ownFolder]) rmSync(used, { recursive: true, force: true });
});

const verify = (...args: readonly string[]) =>
  spawnSync(python, [join(root, "verifier/verify.py"), ...args], { encoding: "utf8" });
const lieOf = (copy: string): Lie => JSON.parse(readFileSync(join(folder, copy, "lie.json"), "utf8"));

const vectorFiles = ["fairness-vectors.json", "history-vectors.json"].map((name) => join(root, "docs", name));
const checkVectors = (...files: readonly string[]) =>
  spawnSync(python, [join(root, "verifier/vectors.py"), ...files], { encoding: "utf8" });

it("the verifier in Python agrees with the published test vectors", () => {
  const { stdout, stderr, status } = checkVectors(...vectorFiles);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toMatch(/^\d+ checks, 0 faults\n$/);
});

it.each<[string, string, (vectors: Json) => void]>([
  ["FAIR-2", "a place", ({ outcomes }) => outcomes[0].places.reverse()],
  ["FAIR-16", "a path of a bet", ({ betLocks }) => (betLocks.at(-1).bets[0].path = "00".repeat(32))],
  ["OWED-2", "a sum on a path", ({ liabilityTree }) => (liabilityTree.leaves[0].path[0].sum = "1")],
  ["FAIR-12", "a setting of a race", ({ commits }) => (commits[0].race.settings.houseEdgeBps = 1)],
  ["RULELOG-4", "an entry of the public log", ({ ruleLog }) => (ruleLog[1].entry = ruleLog[0].entry)],
  ["MONEY-4", "a payout", ({ settlements }) => (settlements[0].bets[0].payout = "1")],
  ["EXPORT-5", "a byte of a day's file", ({ dayFile }) => (dayFile.text += " ")],
  ["FAIR-12", "a memo", ({ memos }) => (memos.at(-1).text += " ")],
])("%s the verifier in Python finds %s that was changed in the vectors", (rule, _, change) => {
  const vectors = Object.assign({}, ...vectorFiles.map((file) => JSON.parse(readFileSync(file, "utf8"))));
  change(vectors);
  const { outcomes, betCommitments, betLocks, liabilityTree, chunkSelection, seedChain, ...rest } = vectors;
  const parts = [{ outcomes, betCommitments, betLocks, liabilityTree, chunkSelection, seedChain }, rest];
  const changed = parts.map((part, index) => {
    const file = join(ownFolder, `vectors-${index}.json`);
    writeFileSync(file, JSON.stringify(part));
    return file;
  });
  const { stdout, status } = checkVectors(...changed);
  expect([status, stdout.split(" ")[0]]).toEqual([1, rule]);
});

it("the verifier in Python finds nothing in a true history, and each planted lie by its rule and race", () => {
  const copies = readdirSync(folder);
  expect(copies.length).toBeGreaterThan(40);
  const missed: string[] = [];
  for (const copy of copies) {
    const { name, rule, race } = lieOf(copy);
    const { stdout, stderr, status } = verify(join(folder, copy), "--json");
    const told = stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Lie);
    const isFound =
      rule === null
        ? status === 0 && told.length === 0
        : status === 1 && told.some((fault) => fault.rule === rule && fault.race === race);
    if (!isFound) missed.push(`${name}: ${status} ${stdout.slice(0, 300)} ${stderr.slice(-300)}`);
  }
  expect(missed).toEqual([]);
}, 600_000);

it("HISTORY-6 the verifier in Python counts what was left out", () => {
  const countOf = (copy: string, counted: string) =>
    Number(new RegExp(`(\\d+) ${counted}`).exec(verify(join(folder, copy), "--json").stderr)?.[1]);
  const copies = readdirSync(folder).filter((copy) => copy.startsWith("omitted"));
  expect(copies.length).toBeGreaterThan(5);
  for (const copy of copies) {
    const { counted = "" } = lieOf(copy);
    expect({ copy, count: countOf(copy, counted) > countOf("true", counted) }).toEqual({ copy, count: true });
  }
}, 120_000);

/** Rule and race of each fault that was printed as a line of JSON. */
const toldIn = (stdout: string): readonly string[] =>
  stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Lie)
    .map(({ rule, race }) => `${rule} ${race}`);

/** A folder with records that are not in a file yet. */
function writeRecords(name: string, lines: readonly string[]): string {
  const written = join(ownFolder, name);
  mkdirSync(written, { recursive: true });
  writeFileSync(join(written, "days.json"), JSON.stringify({ days: [] }));
  writeFileSync(join(written, "open.ndjson"), lines.map((line) => `${line}\n`).join(""));
  return written;
}

const lines = [...trueHistory({ races: 60 })];

/** The records with one race changed. */
const withRace = (number: number, change: (race: Loose) => void): readonly string[] =>
  lines.map((line) => {
    const record = JSON.parse(line) as Loose;
    if (record.kind !== "race" || record.race.number !== number) return line;
    change(record.race);
    return JSON.stringify(record);
  });

/** A bet that was refunded while bets were still taken: only an entry of the public log shows it. */
const givenBack: Loose = lines
  .map((line) => JSON.parse(line) as Loose)
  .filter(({ kind }) => kind === "rule")
  .map(({ entry }) => JSON.parse(entry) as Loose)
  .find(({ rule, settled }) => rule === "refund-bet" && !settled);
const GIVEN_BACK_FROM = Number(givenBack.race.slice("race-".length));

it("INV-5 the verifier in Python finds it by itself where a bet that was given back alone is settled all the same", () => {
  const settleAgain = (race: Loose) => {
    const [bet] = race.settlement.bets;
    race.lockedBets.bets.find(({ id }: Loose) => id === bet.id).id = givenBack.bet;
    bet.id = givenBack.bet;
    lockAnew(race);
  };
  const folder = writeRecords("given back", withRace(GIVEN_BACK_FROM, settleAgain));
  const { stdout, stderr, status } = verify(folder, "--json");
  expect({ stderr: stderr.split(", ")[1], status }).toEqual({ stderr: "1 faults", status: 1 });
  expect(toldIn(stdout)).toEqual([`INV-5 race-${GIVEN_BACK_FROM}`]);
});

/** Runs the verifier against a node that answers from a chain. */
async function verifyOnChain(chain: TrueChain, ...args: readonly string[]) {
  const answer = async (body: string) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    const result = await chain.ask(method, params);
    return JSON.stringify({ jsonrpc: "2.0", id, result: result ?? null });
  };
  const server = createServer((request, response) => {
    void text(request)
      .then(answer)
      .then((reply) => response.end(reply));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const rpc = ["--rpc", `http://127.0.0.1:${port}`, "--rate", "10000", "--json"];
  const child = spawn(python, [join(root, "verifier/verify.py"), ...args, ...rpc]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += String(data)));
  child.stderr.on("data", (data) => (stderr += String(data)));
  const status = await new Promise((done) => child.on("close", done));
  server.close();
  return { status, stderr, faults: toldIn(stdout) };
}

const raceOnChain: Loose = lines
  .map((line) => JSON.parse(line) as Loose)
  .find(({ kind, race }) => kind === "race" && race.beacon?.blockhash && race.anchors.lock).race;

it("with a node the verifier in Python finds nothing in a true history", async () => {
  const { status, stderr, faults } = await verifyOnChain(trueChain(lines), writeRecords("true", lines));
  expect({ status, faults, stderr: stderr.split(", ")[1] }).toEqual({
    status: 0,
    faults: [],
    stderr: "0 faults",
  });
}, 120_000);

it.each([
  [
    "no commitment",
    "FAIR-12",
    (chain: TrueChain) => void chain.transactions.delete(raceOnChain.anchors.commit.signature),
  ],
  [
    "a commitment in the announced slot",
    "FAIR-12",
    ({ transactions }: TrueChain) => {
      const landed = transactions.get(raceOnChain.anchors.commit.signature)!;
      transactions.set(raceOnChain.anchors.commit.signature, {
        ...landed,
        slot: raceOnChain.beacon.announcedSlot,
      });
    },
  ],
  [
    "a seed told before the announced slot",
    "FAIR-12",
    ({ transactions }: TrueChain) => {
      const landed = transactions.get(raceOnChain.anchors.result)!;
      transactions.set(raceOnChain.anchors.result, { ...landed, slot: raceOnChain.beacon.announcedSlot - 1 });
    },
  ],
  [
    "another result",
    "FAIR-12",
    ({ transactions }: TrueChain) => {
      const landed = transactions.get(raceOnChain.anchors.result)!;
      transactions.set(raceOnChain.anchors.result, { ...landed, memo: `${landed.memo} ` });
    },
  ],
  [
    "a lock memo in another slot",
    "FAIR-15",
    ({ transactions }: TrueChain) => {
      const landed = transactions.get(raceOnChain.anchors.lock)!;
      transactions.set(raceOnChain.anchors.lock, { ...landed, slot: landed.slot - 1 });
    },
  ],
  [
    "another block",
    "FAIR-10",
    ({ blocks }: TrueChain) => void blocks.set(raceOnChain.beacon.slot, "another block"),
  ],
  [
    "an earlier block",
    "FAIR-10",
    ({ blocks }: TrueChain) => void blocks.set(raceOnChain.beacon.announcedSlot, "an earlier block"),
  ],
])(
  "with a node the verifier in Python finds %s on the chain",
  async (_name, rule, lie) => {
    const chain = trueChain(lines);
    lie(chain);
    const { status, faults } = await verifyOnChain(chain, writeRecords("true", lines));
    expect({ status, faults }).toEqual({ status: 1, faults: [`${rule} ${raceOnChain.id}`] });
  },
  120_000,
);

it("FAIR-7 with a node the verifier in Python finds a chain of seeds whose end was published after its commitments", async () => {
  const chain = trueChain(lines);
  const { anchor } = lines.map((line) => JSON.parse(line) as Loose).find(({ kind }) => kind === "seed-chain");
  chain.transactions.set(anchor, { ...chain.transactions.get(anchor)!, slot: Number.MAX_SAFE_INTEGER });
  const { status, faults } = await verifyOnChain(chain, writeRecords("true", lines));
  expect({ status, isFound: faults.includes(`FAIR-12 ${raceOnChain.id}`) }).toEqual({
    status: 1,
    isFound: true,
  });
}, 120_000);

it("EXPORT-10 with a node of another network the verifier in Python reads nothing from it and says so", async () => {
  const chain = trueChain(lines);
  const asked: string[] = [];
  const ask: TrueChain["ask"] = async (method, params) => {
    asked.push(method);
    return method === "getGenesisHash" ? genesisHashes.devnet : chain.ask(method, params);
  };
  const { status, faults } = await verifyOnChain({ ...chain, ask }, writeRecords("true", lines));
  expect({ status, faults }).toEqual({ status: 1, faults: ["EXPORT-10 null"] });
  expect(asked).not.toContain("getSignaturesForAddress");
}, 120_000);

it("EXPORT-10 the verifier in Python finds nothing where the game moved to another network, with the newest's node", async () => {
  const moved = [...fileDays(trueHistory({ races: 130, movesBefore: 100 }), { networkOn: () => "devnet" })];
  const written = writeRecords("moved", []);
  for (const day of moved) writeFileSync(join(written, `${day.day}.ndjson`), textOf(day));
  writeFileSync(join(written, "days.json"), JSON.stringify({ days: moved }));
  const all = moved.flatMap((day) => day.lines);
  const change = all.findLastIndex((line) => line.includes('\\"kind\\":\\"open\\"'));
  const chain = trueChain(all.slice(change));
  const ask: TrueChain["ask"] = async (method, params) =>
    method === "getGenesisHash" ? genesisHashes.devnet : chain.ask(method, params);
  const { status, stderr, faults } = await verifyOnChain({ ...chain, ask }, written);
  expect({ status, faults }).toEqual({ status: 0, faults: [] });
  expect(stderr).toMatch(/, 3\d\d records of another network,/);
}, 120_000);

const parsed = lines.map((line) => JSON.parse(line) as Loose);

it("FAIR-12 FAIR-15 with a node the verifier in Python finds a sealed race that was committed to after its lock", async () => {
  const at = parsed.findIndex(
    ({ kind, race: it }) => kind === "race" && it.entropy === "sealed" && it.anchors.lock,
  );
  const { race } = parsed[at];
  const chain = trueChain(lines);
  const { signature } = race.anchors.commit;
  chain.transactions.set(signature, { ...chain.transactions.get(signature)!, slot: 170 });
  const asTold = await verifyOnChain(chain, writeRecords("true", lines));
  expect(asTold).toMatchObject({ status: 1, faults: [`FAIR-12 ${race.id}`] });
  const lied = structuredClone(parsed[at]);
  lied.race.anchors.commit.slot = 170;
  const told = await verifyOnChain(chain, writeRecords("late", lines.with(at, JSON.stringify(lied))));
  expect(told).toMatchObject({ status: 1, faults: [`FAIR-15 ${race.id}`] });
}, 240_000);

it("FAIR-15 a stranger's lock memo that mentions the house's wallet is no fault of the house, an earlier one of its own is, unless the race was not committed to yet", async () => {
  const chain = trueChain(lines);
  const memo = `furlong:1:lock race=${raceOnChain.id} pool=1 bets=1 root=${"0".repeat(64)}`;
  const named = "4".repeat(88);
  const ask: TrueChain["ask"] = async (method, params) =>
    method === "getSignaturesForAddress"
      ? [
          {
            signature: named,
            slot: chain.transactions.get(named)!.slot,
            err: null,
            memo: `[${memo.length}] ${memo}`,
          },
        ]
      : chain.ask(method, params);
  const committed = Number(raceOnChain.anchors.commit.slot);
  const faultsWith = async (payer: string, slot = committed + 1) => {
    chain.transactions.set(named, { slot, memo, payer });
    return (await verifyOnChain({ ...chain, ask }, writeRecords("true", lines))).faults;
  };
  expect(await faultsWith("Stranger")).toEqual([]);
  expect(await faultsWith(raceOnChain.lock_wallet)).toEqual([`FAIR-15 ${raceOnChain.id}`]);
  expect(await faultsWith(raceOnChain.lock_wallet, committed)).toEqual([]);
}, 240_000);

const OWED_RACES = 92;

it("OWED-6 with a node the verifier in Python finds a total too small, a memo that no hot wallet sent, and old holdings", async () => {
  const all = [...trueHistory({ races: OWED_RACES })];
  const at = all.findIndex((line) => line.includes('"kind":"liabilities"'));
  const record = JSON.parse(all[at] ?? "") as Loose;
  const smaller = all.with(at, JSON.stringify({ ...record, total: "4999999999" }));
  const chain = trueChain(all);
  const found = await verifyOnChain(chain, writeRecords("smaller", smaller));
  expect(found.faults).toEqual(["OWED-6 null"]);
  const { memo } = chain.transactions.get(record.anchor)!;
  chain.transactions.set(record.anchor, { slot: 1, memo, payer: "Stranger" });
  expect((await verifyOnChain(chain, writeRecords("stranger", all))).faults).toEqual(["OWED-6 null"]);
  const old = trueChain(all);
  old.blockTimes.set(Number(record.slot), Date.parse(record.taken_at) / 1000 - DAY_S);
  expect((await verifyOnChain(old, writeRecords("old", all))).faults).toEqual(["OWED-6 null"]);
}, 360_000);

/** Runs the check of what is owed to a player. */
function verifyOwed(proof: ToldProof) {
  const file = join(ownFolder, "proof.json");
  writeFileSync(file, JSON.stringify({ success: true, ...proof }));
  const due = Object.entries(DUE).map(([account, lamports]) => `${account}=${lamports}`);
  return spawnSync(python, [join(root, "verifier/owed.py"), file, ...due], { encoding: "utf8" });
}

it("OWED-4 OWED-10 the verifier in Python finds the own leaves in a true tree, and each lie about them", async () => {
  const { stdout, stderr, status } = verifyOwed(await trueProof());
  expect({ stdout, stderr, status }).toEqual({ stdout: "0 faults\n", stderr: "", status: 0 });
  const missed: string[] = [];
  for (const { name, proof } of owedLies) {
    const told = verifyOwed(await proof());
    if (told.status !== 1 || !told.stdout.startsWith("OWED-"))
      missed.push(`${name}: ${told.stdout}${told.stderr}`);
  }
  expect(missed).toEqual([]);
}, 120_000);

it("MONEY-10 with a node the verifier in Python finds a payout whose transaction sent something else", async () => {
  const paid: Loose = lines
    .map((line) => JSON.parse(line) as Loose)
    .find(({ kind, signature }) => kind === "payout" && signature !== null);
  for (const transfer of [
    { destination: paid.wallet, lamports: Number(paid.lamports) - 1 },
    { destination: "another", lamports: Number(paid.lamports) },
  ]) {
    const chain = trueChain(lines);
    chain.transactions.set(paid.signature, { slot: 1, memo: "", transfer });
    const { status, faults } = await verifyOnChain(chain, writeRecords("true", lines));
    expect({ status, faults }).toEqual({ status: 1, faults: [`MONEY-10 ${paid.race}`] });
  }
}, 120_000);

it("a node that answers nothing of use is told as such, and not as a fault of the history", async () => {
  const written = writeRecords("true", lines);
  const { status, stderr, stdout } = verify(written, "--json", "--rpc", "http://127.0.0.1:1");
  expect({ status, faults: toldIn(stdout) }).toEqual({ status: 2, faults: [] });
  expect(stderr).toMatch(/^cannot be read after record 0: /);
});

it("what cannot be read is said in one line, without a traceback", () => {
  for (const args of [["/nowhere/at/all"], ["http://127.0.0.1:1"], ["/nowhere", "--rate", "0.5"]]) {
    const { stdout, stderr, status } = verify(...args);
    expect(status).toBe(2);
    expect(stdout + stderr).not.toContain("Traceback");
    expect((stdout + stderr).trim().split("\n")).toHaveLength(1);
  }
});
