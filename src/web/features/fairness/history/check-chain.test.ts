import { describe, expect, it } from "vitest";
import { genesisHashes } from "../../../../domain/genesis-hashes.ts";
import { checkLines } from "../../../../../tests/history/check-lines.ts";
import { decideAnew, lockAnew, settleAnew, type Loose } from "../../../../../tests/history/tell-anew.ts";
import { GENESIS, trueChain, type TrueChain } from "../../../../../tests/history/true-chain.ts";
import { trueHistory } from "../../../../../tests/history/true-history.ts";
import { checkChain } from "./check-chain.ts";
import { checkHoldings } from "./check-holdings.ts";
import { type CheckedHistory, newCheck } from "./checked-history.ts";
import { DAY_S } from "../../../../domain/utc-day.ts";

const lines = [...trueHistory({ races: 110, everyMs: 1_500_000 })];
const records = lines.map((line) => JSON.parse(line) as Loose);

const read = (
  published: readonly string[],
  { ask }: Pick<TrueChain, "ask"> = trueChain(lines),
  savedCheck: CheckedHistory = { ...newCheck(), state: checkLines(published).state },
  genesisHash: string = GENESIS,
) =>
  checkChain(savedCheck, {
    source: {
      page: async (from) => {
        const end = from + 39;
        return { records: published.slice(from - 1, end), nextCursor: end < lines.length ? end + 1 : null };
      },
    },
    ask,
    genesisHash,
    turn: () => undefined,
  });

const changed = (suits: (record: Loose) => boolean, change: (record: Loose) => void) => {
  const at = records.findIndex(suits);
  const record = structuredClone(records[at]);
  change(record);
  const race: string | null = record.kind === "race" ? record.race.id : null;
  return { race, seq: at + 1, published: lines.with(at, JSON.stringify(record)) };
};
const isRun = ({ kind, race }: Loose) =>
  kind === "race" &&
  race.number > 50 &&
  race.settlement.kind === "paid" &&
  race.ledger === "real" &&
  race.beacon !== null;

const isPaidOut = ({ kind, signature }: Loose) => kind === "payout" && signature !== null;

describe("the chain as a node tells it", () => {
  it("HISTORY-4 has all that a true history names there, and is read on from where it was", async () => {
    const check = await read(lines);
    expect(check).toMatchObject({ faultCount: 0, faults: [], chain: { seq: lines.length, missing: 0 } });
    expect(check.chain.memos).toBeGreaterThan(300);
    const again = await read(lines, trueChain(lines), check);
    expect(again.chain).toEqual(check.chain);
  });

  it.each([
    [
      "a slot that was chosen, with the block of it",
      ["FAIR-12", "FAIR-15"],
      changed(isRun, ({ race }) => {
        race.beacon = {
          announcedSlot: race.beacon.announcedSlot + 3,
          slot: race.beacon.slot + 3,
          blockhash: "9".repeat(44),
        };
        race.nonce = `${race.base_nonce}.${race.beacon.blockhash}`;
        decideAnew(race);
      }),
    ],
    [
      "a bet that was left out everywhere",
      ["FAIR-15"],
      changed(isRun, ({ race }) => {
        const lost = race.settlement.bets.find(({ result }: Loose) => result === "loss");
        const others = (bets: readonly Loose[]) => bets.filter(({ id }) => id !== lost.id);
        race.settlement.bets = others(race.settlement.bets);
        race.lockedBets.bets = others(race.lockedBets.bets);
        lockAnew(race);
        settleAnew(race);
      }),
    ],
    [
      "a total too small",
      ["OWED-6"],
      changed(
        ({ kind }) => kind === "liabilities",
        (record) => (record.total = "4999999999"),
      ),
    ],
    [
      "another day's file",
      ["EXPORT-5"],
      changed(
        ({ kind }) => kind === "day",
        (record) => (record.records += 1),
      ),
    ],
    [
      "a chain of seeds of another length",
      ["FAIR-7"],
      changed(
        ({ kind }) => kind === "seed-chain",
        (record) => (record.length += 1),
      ),
    ],
    [
      "the memo of another race as the result",
      ["FAIR-12"],
      changed(isRun, ({ race }) => (race.anchors.result = race.anchors.commit.signature)),
    ],
    [
      "a checkpoint that was not anchored",
      ["FAIR-12"],
      changed(
        isRun,
        ({ race }) => (race.anchors.commit.checkpoint = race.anchors.commit.checkpoint.replace("=", "A=")),
      ),
    ],
    [
      "a notary who did not pay",
      ["FAIR-12"],
      changed(isRun, ({ race }) => (race.anchors.commit.notary = "2".repeat(44))),
    ],
    [
      "another wallet that locks",
      ["FAIR-15"],
      changed(isRun, ({ race }) => (race.lock_wallet = "2".repeat(44))),
    ],
  ] as const)("HISTORY-2 HISTORY-4 gives away %s", async (_, rules, { race, seq, published }) => {
    const { faults } = await read(published);
    expect([...new Set(faults.map(({ rule }) => rule))].toSorted()).toEqual(rules);
    for (const fault of faults) expect(fault).toMatchObject({ race, seq });
  });

  it.each([
    [
      "less than was won",
      (lamports: number, wallet: string) => ({ lamports: lamports - 1, destination: wallet }),
    ],
    ["another wallet", (lamports: number) => ({ lamports, destination: "another" })],
  ])("MONEY-10 HISTORY-4 gives away a payout whose transaction sent to %s", async (_, sent) => {
    const chain = trueChain(lines);
    const { signature, lamports, wallet, race, seq } = records.find(isPaidOut);
    chain.transactions.set(signature, { slot: 1, memo: "", transfer: sent(Number(lamports), wallet) });
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "MONEY-10", race, seq }]);
  });

  it("OWED-6 HISTORY-4 gives away a memo of what is owed that no hot wallet sent", async () => {
    const chain = trueChain(lines);
    const { anchor, seq } = records.find(({ kind }) => kind === "liabilities");
    const { memo = "" } = chain.transactions.get(anchor) ?? {};
    chain.transactions.set(anchor, { slot: 1, memo, payer: "Stranger" });
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "OWED-6", race: null, seq }]);
  });

  it("OWED-6 HISTORY-4 gives away holdings of a slot of the day before", async () => {
    const chain = trueChain(lines);
    const { slot, taken_at: at, seq } = records.find(({ kind }) => kind === "liabilities");
    chain.blockTimes.set(Number(slot), Date.parse(at) / 1000 - DAY_S);
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "OWED-6", race: null, seq }]);
  });

  it("FAIR-12 FAIR-15 HISTORY-4 gives away a sealed race that was committed to after its bets were locked", async () => {
    const chain = trueChain(lines);
    const isSealed = ({ kind, race }: Loose) =>
      kind === "race" && race.entropy === "sealed" && race.anchors.lock;
    const { race, seq, published } = changed(isSealed, (record) => (record.race.anchors.commit.slot = 170));
    const { signature } = records[seq - 1].race.anchors.commit;
    chain.transactions.set(signature, { ...chain.transactions.get(signature)!, slot: 170 });
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "FAIR-12", race, seq }]);
    expect((await read(published, chain)).faults).toMatchObject([{ rule: "FAIR-15", race, seq }]);
  });

  it("FAIR-12 HISTORY-4 gives away a bet that was paid for before its race was committed to", async () => {
    const chain = trueChain(lines);
    const { race, seq } = records.find(isRun);
    const { signature } = race.settlement.bets.find((bet: Loose) => bet.signature !== null);
    const pay = (slot: number) => chain.transactions.set(signature, { slot, memo: "" });
    pay(race.anchors.commit.slot + 1);
    expect((await read(lines, chain)).faults).toEqual([]);
    pay(race.anchors.commit.slot);
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "FAIR-12", race: race.id, seq }]);
  });

  it("FAIR-7 FAIR-12 HISTORY-4 gives away a chain of seeds whose end was published after its first commitments", async () => {
    const chain = trueChain(lines);
    const { anchor } = records.find(({ kind }) => kind === "seed-chain");
    const { race, seq } = records.find(isRun);
    const { memo = "" } = chain.transactions.get(anchor) ?? {};
    const committed = chain.transactions.get(race.anchors.commit.signature)?.slot ?? 0;
    const early = records.filter(
      ({ kind, race: other }) =>
        kind === "race" &&
        (chain.transactions.get(other.anchors.commit.signature)?.slot ?? Infinity) <= committed,
    );
    chain.transactions.set(anchor, { slot: committed + 1, memo });
    const { faults } = await read(lines, chain);
    expect(faults).toContainEqual(expect.objectContaining({ rule: "FAIR-12", race: race.id, seq }));
    expect(faults).toHaveLength(early.length);
  });

  it.each([
    ["beacon", 0],
    ["sealed", 1],
  ])(
    "FAIR-12 INV-10 HISTORY-4 gives away a seed told on the chain too early, in a race with entropy %s",
    async (entropy, before) => {
      const chain = trueChain(lines);
      const { race, seq } = records.find(
        ({ kind, race: other }) =>
          kind === "race" && other.entropy === entropy && other.places && other.anchors.lock,
      );
      const { memo = "" } = chain.transactions.get(race.anchors.result) ?? {};
      const locked = chain.transactions.get(race.anchors.lock)?.slot ?? 0;
      chain.transactions.set(race.anchors.result, { slot: locked - before, memo });
      expect((await read(lines, chain)).faults).toMatchObject([{ rule: "FAIR-12", race: race.id, seq }]);
    },
  );

  it("EXPORT-1 HISTORY-4 gives away records that are not those that were checked", async () => {
    const { published } = changed(isRun, ({ race }) => (race.horses[0].name = "Another"));
    const lied = { ...newCheck(), state: checkLines(published).state };
    expect((await read(lines, trueChain(lines), lied)).faults).toMatchObject([
      { rule: "EXPORT-1", race: null },
    ]);
    const cut = lines.slice(0, -1);
    expect((await read(cut, trueChain(lines), lied)).faults).toMatchObject([
      { rule: "EXPORT-1", race: null },
    ]);
  });

  it("HISTORY-4 the records alone do not give these away", () => {
    const slot = changed(isRun, ({ race }) => {
      race.beacon.announcedSlot -= 1;
    });
    expect(checkLines(slot.published).faults).toEqual([]);
  });

  it("FAIR-12 HISTORY-4 a commitment that came after the beacon's slot counts as none", async () => {
    const chain = trueChain(lines);
    const { race } = records.find(isRun);
    const commit = chain.transactions.get(race.anchors.commit.signature)!;
    chain.transactions.set(race.anchors.commit.signature, { ...commit, slot: race.beacon.announcedSlot });
    expect((await read(lines, chain)).faults).toMatchObject([{ rule: "FAIR-12", race: race.id }]);
  });

  it("HISTORY-4 what the node does not have is counted, and one that does not answer ends the reading", async () => {
    const chain = trueChain(lines);
    const { race } = records.find(isRun);
    chain.transactions.delete(race.anchors.result);
    expect(await read(lines, chain)).toMatchObject({ faultCount: 0, chain: { missing: 1 } });
    const silent = { ask: () => Promise.reject(new Error("busy")) };
    await expect(read(lines, silent)).rejects.toThrow("busy");
    const other = { ask: async (method: string) => (method === "getGenesisHash" ? "Other" : null) };
    await expect(read(lines, other)).rejects.toThrow("getGenesisHash: Other");
  });

  it("EXPORT-10 HISTORY-4 a node of another network than the newest of the history is refused", async () => {
    const onDevnet = { ...trueChain(lines), ask: async () => genesisHashes.devnet };
    await expect(read(lines, onDevnet, undefined, genesisHashes.devnet)).rejects.toThrow(
      "EXPORT-10: getGenesisHash",
    );
  });
});

it("OWED-7 HISTORY-2 a wallet's own signature counts, and no other", async () => {
  const isOwed = ({ kind }: Loose) => kind === "liabilities";
  expect(await checkHoldings(lines[records.findIndex(isOwed)] ?? "")).toEqual([]);
  const more = changed(isOwed, ({ holdings }) => (holdings[0].lamports = "9000000001"));
  expect(await checkHoldings(more.published[more.seq - 1] ?? "")).toMatchObject([
    { rule: "OWED-7", seq: more.seq },
  ]);
});
