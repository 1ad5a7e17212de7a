import { DAY_MS } from "../../src/domain/day-length.ts";
import { hashWallet } from "../../src/domain/bet-leaf.ts";
import { seedHash, sha256Hex } from "../../src/domain/fairness.ts";
import type { Counts } from "../../src/domain/history/coverage.ts";
import { type DayFile, fileDays, sha256Of, textOf, utcDayOf } from "./day-files.ts";
import { withOtherCommit } from "./other-commits.ts";
import { decideAnew, lockAnew, type Loose, settleAnew } from "./tell-anew.ts";
import { type HistoryPlan, type RaceLine, trueHistory } from "./true-history.ts";

/** A planted lie: what is published instead of the truth, and which fault must be found. */
export interface Lie {
  readonly name: string;
  /** The rule that a fault must name. */
  readonly rule: string;
  /** The race that it must name; null if it does not concern one. */
  readonly race: string | null;
  /** Everything after it is wrong as well. */
  readonly spreads?: true;
  readonly days: () => readonly DayFile[];
}

/** The history that the lies are about. */
export const LIED_HISTORY: HistoryPlan = { races: 220, everyMs: 1_500_000 };
const truth: readonly string[] = [...trueHistory(LIED_HISTORY)];
const trueDays = (lines: Iterable<string> = truth): readonly DayFile[] => [...fileDays(lines)];

type Change = (record: Loose, at: number) => void;

const parsed = truth.map((line) => JSON.parse(line) as Loose);
const races = parsed.filter(({ kind }) => kind === "race").map(({ race }) => race as RaceLine);

/** The first matching race from the middle on. */
function raceThat(suits: (race: RaceLine) => boolean): RaceLine {
  const found = races.slice(races.length / 2).find(suits);
  if (found === undefined) throw new Error("no race suits");
  return found;
}

const renumber = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => line.replace(/^\{"seq":\d+/, `{"seq":${at + 1}`));

/** The lines, with matching records changed. */
const changed = (suits: (record: Loose) => boolean, change: Change): readonly string[] =>
  parsed.map((record, at) => {
    if (!suits(record)) return truth[at] ?? "";
    const copy = structuredClone(record);
    change(copy, at);
    return JSON.stringify(copy);
  });

const without = (suits: (record: Loose) => boolean): readonly string[] =>
  truth.filter((_, at) => !suits(parsed[at]));

const isRace = (id: string) => (record: Loose) => record.kind === "race" && record.race.id === id;

/** A lie in the record of one race. */
function raceLie(
  name: string,
  rule: string,
  suits: (race: RaceLine) => boolean,
  change: (race: Loose) => void,
): Lie {
  const { id } = raceThat(suits);
  return { name, rule, race: id, days: () => trueDays(changed(isRace(id), ({ race }) => change(race))) };
}

/** A lie in one record of another kind, about a race or not. */
function recordLie(
  name: string,
  rule: string,
  suits: (record: Loose) => boolean,
  change: Change,
  race?: null,
): Lie {
  const found = parsed.slice(parsed.length / 2).find(suits);
  if (found === undefined) throw new Error(`no record for ${name}`);
  return {
    name,
    rule,
    race: race === undefined ? (found.race ?? null) : race,
    days: () => trueDays(changed((record) => record.seq === found.seq, change)),
  };
}

/** A record of what was owed, in another form than the one that every reader reads alike. */
const textLie = (name: string, change: (line: string) => string): Lie => ({
  name,
  rule: "EXPORT-1",
  race: null,
  days: () => {
    const { seq } = parsed.find(({ kind }) => kind === "liabilities");
    return trueDays(truth.with(seq - 1, change(truth[seq - 1] ?? "")));
  },
});

const resultOf = (result: string) => (race: Loose) => (race.anchors.result = result);
const anchorOf = (told: object) => (race: Loose) => void Object.assign(race.anchors.commit, told);

/** A wrong action from which everything else follows consistently. */
const deedLie = (
  name: string,
  rule: string,
  deed: NonNullable<HistoryPlan["wrong"]>["deed"],
  race: string,
): Lie => ({
  name,
  rule,
  race,
  days: () => trueDays(trueHistory({ ...LIED_HISTORY, wrong: { race: Number(race.slice(5)), deed } })),
});

const isPaid = ({ settlement, ledger, is_special: special }: RaceLine) =>
  ledger === "real" && !special && settlement.kind === "paid" && settlement.refundedAt === null;
const hasLosers = (race: RaceLine) =>
  isPaid(race) && race.settlement.bets.some(({ result }) => result === "loss");
const hasRemainder = (race: RaceLine) => isPaid(race) && race.settlement.remainder !== "0";
const hasOddFee = (race: RaceLine) =>
  isPaid(race) && (BigInt(race.settlement.pool) * BigInt(race.settings["houseEdgeBps"])) % 10_000n !== 0n;
const isOrdinary = (race: RaceLine) => isPaid(race) && race.lockedBets !== null;

/** Races with a bet whose payment is shown, and with such a bet in the race before. */
const isShown = (race: RaceLine) =>
  isOrdinary(race) && betOf(race) !== undefined && betBefore(race) !== undefined;

const betOf = ({ settlement }: Loose) =>
  settlement.bets.find(({ signature }: Loose) => typeof signature === "string");
const betBefore = ({ number }: Pick<RaceLine, "number">): Loose =>
  betOf(races[number - 2] ?? { settlement: { bets: [] } });

/** The house decides with what it knew before the bets. */
function decideAlone(race: Loose): void {
  race.beacon = null;
  race.nonce = race.base_nonce;
  decideAnew(race);
}

const loser = (race: Loose) => race.settlement.bets.find(({ result }: Loose) => result === "loss");
const winnerOf = (race: Loose) => race.settlement.bets.find(({ result }: Loose) => result === "win");
const swap = (list: unknown[], one: number, two: number) => ([list[one], list[two]] = [list[two], list[one]]);
const isPayout = (outcome: string) => (record: Loose) =>
  record.kind === "payout" && record.outcome === outcome && record.wallet !== null;

const otherReason = (entry: string) => entry.replace(/"reason":"[^"]*"/, '"reason":"Nothing"');

/** The log with one entry replaced; the races name the roots that it would have had. */
function otherLog(row: number, rewrite: (entry: string) => string): readonly string[] {
  return changed(isRow(row), (record) => {
    record.entry = rewrite(record.entry);
  });
}

const ruleRow = (rule: string): number => {
  const rows = parsed.filter((record) => record.kind === "rule" && record.entry.includes(`"rule":"${rule}"`));
  return rows[Math.floor(rows.length / 2)].row;
};
const isRow = (row: number) => (record: Loose) => record.kind === "rule" && record.row === row;
const settingRow = ruleRow("setting");
const haltRow = ruleRow("halt");
/** The first race that is committed to after this row. */
const firstAfter = (row: number) => races.find(({ entries }) => entries.commit >= row)?.id ?? "";

/** A lie in the record of one race that its entry in the log tells as well. */
function committedLie(
  name: string,
  rule: string,
  entry: (commit: Loose) => void,
  race: (race: Loose) => void,
): Lie {
  const { id } = raceThat(isPaid);
  return { name, rule, race: id, days: () => trueDays(withOtherCommit(truth, id, { entry, race })) };
}

const middleDay = Math.floor(trueDays().length / 2);
const dayLie = (name: string, change: (days: readonly DayFile[]) => readonly DayFile[]): Lie => ({
  name,
  rule: "EXPORT-5",
  race: null,
  days: () => change(trueDays()),
});

/** A day in which one letter and a number, which nothing else follows from, are different. */
function withOtherByte(file: DayFile): DayFile {
  const lines = file.lines.with(0, (file.lines[0] ?? "").replace("Z", "z"));
  const at = file.lines.findIndex((line) => line.includes('"horse_id":11'));
  return {
    ...file,
    lines:
      at < 0 ? lines : file.lines.with(at, (file.lines[at] ?? "").replace('"horse_id":11', '"horse_id":99')),
  };
}

function dayAt(days: readonly DayFile[], at: number): DayFile {
  const found = days.at(at);
  if (found === undefined) throw new Error(`no day ${at}`);
  return found;
}

const leftOut = raceThat(isPaid);

/** What is left out without anything else being wrong: it shows only in a count. */
export interface Omission {
  readonly name: string;
  /** The count that has to rise. */
  readonly counted: keyof Counts;
  readonly days: () => readonly DayFile[];
}

const omission = (name: string, counted: keyof Counts, lines: () => readonly string[]): Omission => ({
  name,
  counted,
  days: () => trueDays(lines()),
});

const firstOfKind = (wanted: string): number => parsed.find(({ kind }) => kind === wanted).seq;
const isOfKind = (wanted: string) => (record: Loose) => record.kind === wanted;

/** Everything that a house can leave out without a fault, and that is told all the same. */
export const omissions: readonly Omission[] = [
  omission("what was owed never told", "days without liabilities", () =>
    renumber(without(isOfKind("liabilities"))),
  ),
  omission("record of a day left out", "files without memo", () =>
    renumber(without(({ seq }) => seq === firstOfKind("day"))),
  ),
  omission("records of all days left out", "files without memo", () => renumber(without(isOfKind("day")))),
  omission("holdings that nobody signed", "holdings without signature", () =>
    changed(isOfKind("liabilities"), ({ holdings }) => (holdings[0].signature = null)),
  ),
  omission("result told in no memo", "races without result memo", () =>
    changed(isRace(leftOut.id), ({ race }) => (race.anchors.result = null)),
  ),
  omission("payouts without wallets", "payouts without wallet", () =>
    changed(isPayout("paid"), (record) => Object.assign(record, { wallet: null, signature: null })),
  ),
  omission("payouts that were all kept", "payouts kept in the game", () =>
    changed(
      (record) => isPayout("paid")(record) && !/-again-/.test(record.payment),
      (record) => Object.assign(record, { outcome: "kept", signature: null }),
    ),
  ),
];

/** Every lie that can be detected from the records alone. */
export const lies: readonly Lie[] = [
  raceLie("seed swapped", "FAIR-7", isPaid, (race) => {
    race.server_seed = sha256Hex("another seed");
    race.server_seed_hash = seedHash(race.server_seed);
    decideAnew(race);
  }),
  raceLie("seed not that of its hash", "FAIR-6", isPaid, (race) => {
    race.server_seed = sha256Hex("another seed");
    decideAnew(race);
  }),
  deedLie("commitment skipped", "FAIR-7", "skip a seed", "race-120"),
  deedLie("seed used twice", "FAIR-7", "use a seed twice", "race-120"),
  deedLie("chain of seeds replaced midway", "FAIR-7", "replace the chain", "race-120"),
  raceLie("index of the seed changed", "FAIR-7", isPaid, (race) => {
    race.seed_chain.index += 3;
  }),
  raceLie("bet added after the lock", "FAIR-16", isOrdinary, (race) => {
    race.settlement.bets.push({
      ...race.settlement.bets[0],
      id: "bet-late",
      horse_number: race.winning_horse,
    });
    settleAnew(race);
  }),
  raceLie(
    "horse changed",
    "FAIR-16",
    (race) => isOrdinary(race) && hasLosers(race),
    (race) => {
      loser(race).horse_number = race.winning_horse;
      settleAnew(race);
    },
  ),
  raceLie("stake changed", "FAIR-16", isOrdinary, (race) => {
    winnerOf(race).stake = "2000000000";
    settleAnew(race);
  }),
  raceLie("bet left out of the root", "FAIR-16", isOrdinary, (race) => {
    race.lockedBets.bets.pop();
    lockAnew(race);
  }),
  raceLie("bet left out of the settlement", "FAIR-16", hasLosers, (race) => {
    const { id } = loser(race);
    race.settlement.bets = race.settlement.bets.filter((bet: Loose) => bet.id !== id);
    settleAnew(race);
  }),
  raceLie("bet of another wallet", "FAIR-16", isOrdinary, (race) => {
    const bets = race.settlement.bets.filter((bet: Loose) => bet.user_wallet !== null);
    bets[0].user_wallet = bets[1].user_wallet;
  }),
  raceLie("root over other bets", "FAIR-16", isOrdinary, (race) => {
    race.betsRoot = sha256Hex("another root");
  }),
  raceLie("no locked bets", "FAIR-16", isOrdinary, (race) => {
    Object.assign(race, { betsRoot: null, lockedBets: null });
  }),
  raceLie("no memo of the seed chain", "FAIR-7", isPaid, (race) => {
    race.seed_chain.anchor = null;
  }),
  raceLie("no commitment", "FAIR-12", isPaid, (race) => {
    race.anchors.commit = null;
  }),
  raceLie("no lock memo", "FAIR-15", isOrdinary, (race) => {
    race.anchors.lock = null;
  }),
  raceLie(
    "no lock memo for the slot of a beacon that was given up",
    "FAIR-15",
    ({ refund_reason: reason, beacon, ledger }) =>
      reason === "no_beacon" && beacon !== null && ledger === "real",
    (race) => {
      race.anchors.lock = null;
    },
  ),
  raceLie("payout short by a lamport", "MONEY-4", isPaid, (race) => {
    const bet = winnerOf(race);
    bet.payout = `${BigInt(bet.payout) - 1n}`;
    race.settlement.remainder = `${BigInt(race.settlement.remainder) + 1n}`;
  }),
  raceLie("fee rounded up", "MONEY-4", hasOddFee, (race) => {
    const books = race.settlement;
    books.fee = `${BigInt(books.fee) + 1n}`;
    books.net = `${BigInt(books.net) - 1n}`;
  }),
  raceLie("remainder kept", "INV-4", hasRemainder, (race) => {
    race.settlement.remainder = "0";
  }),
  raceLie(
    "jackpot held back",
    "RACE-3",
    ({ is_special: special, settlement }) => special && settlement.kind === "paid",
    (race) => {
      race.settlement.jackpot = "0";
      settleAnew(race);
    },
  ),
  raceLie(
    "beacon hash changed",
    "FAIR-10",
    (race) => isPaid(race) && race.entropy === "beacon",
    (race) => {
      race.beacon.blockhash = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";
    },
  ),
  raceLie(
    "block before the slot",
    "FAIR-10",
    (race) => isPaid(race) && race.entropy === "beacon",
    (race) => {
      race.beacon.slot = race.beacon.announcedSlot - 1;
    },
  ),
  raceLie(
    "race decided without a beacon",
    "FAIR-10",
    (race) => isPaid(race) && race.entropy === "beacon",
    decideAlone,
  ),
  raceLie(
    "race decided without a beacon, and refunded because nobody backed the winner",
    "FAIR-10",
    ({ refund_reason: reason, entropy, ledger }) =>
      reason === "no_winning_bet" && entropy === "beacon" && ledger === "real",
    decideAlone,
  ),
  raceLie("places swapped", "FAIR-14", isPaid, (race) => {
    swap(race.places, 3, 4);
  }),
  raceLie("winner changed", "FAIR-2", hasLosers, (race) => {
    race.winning_horse = loser(race).horse_number;
    swap(race.places, 0, race.places.indexOf(race.winning_horse));
    settleAnew(race);
  }),
  raceLie("another run of the race", "FAIR-14", isPaid, (race) => {
    race.motion_seed = race.motion_seed.replace(/^./, (digit: string) => (digit === "0" ? "1" : "0"));
  }),
  raceLie("settings that were not committed to", "FAIR-12", isPaid, (race) => {
    race.settings.superfectaBonus = "1";
  }),
  raceLie("settings changed without a row", "RULELOG-4", isPaid, (race) => {
    race.settings.houseEdgeBps = 600;
    settleAnew(race);
  }),
  committedLie(
    "settings changed without a row, in the commitment too",
    "RULELOG-4",
    ({ settings }) => (settings.houseEdgeBps = 600),
    (race) => {
      race.settings.houseEdgeBps = 600;
      settleAnew(race);
    },
  ),
  committedLie(
    "bets to be locked by no wallet in particular",
    "FAIR-12",
    (commit) => (commit.lock_wallet = null),
    (race) => (race.lock_wallet = null),
  ),
  raceLie("no jackpot told", "FAIR-12", isPaid, ({ settings }) => {
    delete settings.jackpot;
  }),
  raceLie("jackpot that is no number", "FAIR-12", isPaid, ({ settings }) => {
    settings.jackpot = "none";
  }),
  raceLie("horse renamed", "FAIR-12", isPaid, (race) => {
    race.horses[2].name = "Another";
  }),
  raceLie("commitment of another race", "FAIR-12", isPaid, (race) => {
    race.entries.commit = races[race.number - 2]?.entries.commit;
  }),
  raceLie("commitment anchored by another root", "FAIR-12", isPaid, (race) => {
    race.anchors.commit.checkpoint = races[race.number - 2]?.anchors.commit?.checkpoint.replace(
      /\n\d+\n/,
      `\n${race.entries.commit + 1}\n`,
    );
  }),
  raceLie("commitment anchored by a checkpoint from before it", "FAIR-12", isPaid, (race) => {
    race.anchors.commit.checkpoint = races[race.number - 2]?.anchors.commit?.checkpoint;
  }),
  raceLie("commitment anchored by somebody else", "FAIR-12", isPaid, anchorOf({ notary: "2".repeat(44) })),
  raceLie("bets to be locked by another wallet", "FAIR-12", isPaid, (race) => {
    race.lock_wallet = "2".repeat(44);
  }),
  raceLie("terms of an ordinary race called special", "RULELOG-4", isPaid, (race) => {
    race.is_special = true;
  }),
  raceLie("paid race called refunded", "MONEY-6", isPaid, (race) => {
    Object.assign(race, { status: "refunded", refund_reason: "no_winning_bet" });
    race.times.refunded = race.times.settled;
    Object.assign(race.settlement, { kind: "refunded", fee: "0", net: "0", remainder: "0" });
    for (const bet of race.settlement.bets)
      Object.assign(bet, { payout: bet.stake, fee: "0", result: "refunded" });
  }),
  raceLie("bet placed after the close", "RACE-11", isPaid, (race) => {
    race.settlement.bets[0].placed_at = race.times.starts;
  }),
  raceLie("stake above the largest one", "RACE-3", isOrdinary, (race) => {
    const bet = winnerOf(race);
    bet.stake = "10000000001";
    race.lockedBets.bets.find(({ id }: Loose) => id === bet.id).stake = bet.stake;
    lockAnew(race);
    settleAnew(race);
  }),
  raceLie("fee of a bet rounded up", "MONEY-4", isPaid, (race) => {
    const [bet] = race.settlement.bets;
    bet.fee = `${BigInt(bet.fee) + 1n}`;
  }),
  raceLie("payment of another race's bet", "BET-3", isShown, (race) => {
    betOf(race).signature = betBefore(race).signature;
  }),
  raceLie("two bets of one wallet", "BET-4", isOrdinary, (race) => {
    const [first, second] = race.settlement.bets.filter((bet: Loose) => bet.user_wallet !== null);
    second.user_wallet = first.user_wallet;
    const leaf = race.lockedBets.bets.find(({ id }: Loose) => id === second.id);
    leaf.wallet_hash = hashWallet(second.user_wallet, second.salt);
    lockAnew(race);
  }),
  raceLie("bet of another race", "INV-5", isShown, (race) => {
    const bet = betOf(race);
    race.lockedBets.bets.find(({ id }: Loose) => id === bet.id).id = betBefore(race).id;
    bet.id = betBefore(race).id;
    lockAnew(race);
  }),
  raceLie("race started a little too late", "FAIR-11", isPaid, (race) => {
    const lateMs = Date.parse(race.times.locked) + 31_501 - Date.parse(race.times.starts);
    for (const name of ["starts", "revealed", "completed", "settled"])
      race.times[name] = new Date(Date.parse(race.times[name]) + lateMs).toISOString();
  }),
  raceLie(
    "race given up before the beacon's time was over",
    "FAIR-11",
    ({ refund_reason: reason }) => reason === "no_beacon",
    ({ times }) => {
      times.refunded = new Date(Date.parse(times.locked) + 29_999).toISOString();
    },
  ),
  raceLie("places told after the settlement", "RACE-8", isPaid, ({ times }) => {
    times.revealed = new Date(Date.parse(times.settled) + 1).toISOString();
  }),
  raceLie("places told before the start", "RACE-8", isPaid, ({ times }) => {
    times.revealed = new Date(Date.parse(times.starts) - 1).toISOString();
  }),
  raceLie("places that nobody was told", "RACE-8", isPaid, (race) => {
    race.times.revealed = null;
    race.places = null;
  }),
  raceLie("race run that never closed", "RACE-1", isPaid, ({ times }) => {
    times.locked = null;
  }),
  raceLie("race closed before the time that was announced", "RACE-1", isPaid, ({ times }) => {
    times.closes = new Date(Date.parse(times.locked) + 1).toISOString();
  }),
  raceLie("race closed without a time that was announced", "RACE-1", isPaid, ({ times }) => {
    times.closes = null;
  }),
  raceLie(
    "race refunded before it was closed",
    "RACE-1",
    ({ refund_reason: reason }) => reason === "no_winning_bet",
    ({ times }) => {
      times.refunded = new Date(Date.parse(times.locked) - 1).toISOString();
    },
  ),
  raceLie("race begun while another one ran", "RACE-4", isPaid, (race) => {
    const before = races[race.number - 2];
    race.times.created = before?.times.locked;
  }),
  raceLie("race kept waiting for a better block", "FAIR-11", isPaid, (race) => {
    for (const name of ["starts", "revealed", "completed", "settled"]) {
      race.times[name] = new Date(Date.parse(race.times[name]) + 60_000).toISOString();
    }
  }),
  recordLie("payout called paid that never was", "MONEY-10", isPayout("paid"), (record) => {
    record.signature = null;
  }),
  recordLie("less paid out than won", "MONEY-10", isPayout("paid"), (record) => {
    record.lamports = `${BigInt(record.lamports) - 1n}`;
  }),
  recordLie("paid to another wallet", "MONEY-10", isPayout("paid"), (record) => {
    record.wallet =
      record.wallet === races[0]?.settlement.bets[0]?.user_wallet
        ? "another"
        : races[0]?.settlement.bets[0]?.user_wallet;
  }),
  recordLie(
    "payout cancelled",
    "EXPORT-1",
    isPayout("paid"),
    (record) => {
      Object.assign(record, { outcome: "cancelled", signature: null });
    },
    null,
  ),
  deedLie("winner given the stake as well", "MONEY-9", "give a winner the stake", reversedRace()),
  deedLie(
    "stake given back with its race and then alone",
    "MONEY-9",
    "give a stake back twice",
    reversedRace(),
  ),
  (() => {
    const found = parsed.slice(parsed.length / 2).findIndex(isPayout("paid")) + Math.floor(parsed.length / 2);
    const line = truth[found] ?? "";
    return {
      name: "payout paid twice",
      rule: "INV-7",
      race: parsed[found].race as string,
      days: () => trueDays(renumber(truth.toSpliced(found, 0, line))),
    };
  })(),
  recordLie("two payouts by one transaction", "INV-7", isPayout("paid"), (record, at) => {
    const isEarlier = (other: Loose) => isPayout("paid")(other) && other.seq < record.seq;
    record.signature = parsed.slice(0, at).findLast(isEarlier).signature;
  }),
  (() => {
    const reversal = parsed.slice(parsed.length / 2).find(({ scope }) => scope === "bet");
    return {
      name: "row of a refund that was not made",
      rule: "RULELOG-2",
      race: reversal.race as string,
      days: () => trueDays(renumber(without(({ seq }) => seq === reversal.seq))),
    };
  })(),
  recordLie("wallet counted twice", "OWED-7", isOfKind("liabilities"), (record) => {
    record.holdings.push(record.holdings[0]);
  }),
  recordLie("total smaller than its accounts can be", "OWED-2", isOfKind("liabilities"), (record) => {
    record.total = `${record.count - 1}`;
  }),
  recordLie("total below zero", "EXPORT-1", isOfKind("liabilities"), (record) => {
    record.total = `-${record.total}`;
  }),
  recordLie("holdings of no wallet at all", "OWED-7", isOfKind("liabilities"), (record) => {
    record.holdings = [];
  }),
  recordLie("holdings without the wallet of the memo", "OWED-7", isOfKind("liabilities"), (record) => {
    record.holdings[0].kind = "treasury";
  }),
  recordLie("amount with a leading zero", "EXPORT-1", isOfKind("liabilities"), (record) => {
    record.holdings[0].lamports = `0${record.holdings[0].lamports}`;
  }),
  recordLie("memo of what is owed that is no signature", "EXPORT-1", isOfKind("liabilities"), (record) => {
    record.anchor = "x";
  }),
  {
    ...raceLie("result memo that is no signature", "EXPORT-1", isPaid, resultOf("")),
    race: null,
    spreads: true,
  },
  {
    ...raceLie("commitment that is no signature", "EXPORT-1", isPaid, anchorOf({ signature: "x" })),
    race: null,
    spreads: true,
  },
  textLie("key told twice", (line) => line.replace('"count":', '"count":1,"count":')),
  textLie("number in another form", (line) => line.replace(/"count":(\d+)/, '"count":$1.0')),
  textLie("space in a record", (line) => line.replace('"count":', '"count": ')),
  recordLie(
    "record dated two hours before the one before",
    "EXPORT-1",
    ({ kind, at }) => kind === "payout" && at.slice(11, 13) > "04",
    (record) => {
      record.at = new Date(Date.parse(record.at) - 2 * 3_600_000).toISOString();
    },
    null,
  ),
  {
    ...raceLie("race that names no entry of the log", "EXPORT-1", isPaid, (race) => {
      race.entries = null;
    }),
    race: null,
    spreads: true,
  },
  {
    ...raceLie("version of settings that nobody knows", "RULELOG-4", isPaid, (race) => {
      race.settings.version = 2;
    }),
  },
  deedLie(
    "bet settled that was given back before",
    "INV-5",
    "settle what was given back",
    raceThat(isOrdinary).id,
  ),
  deedLie("refund without a row", "RULELOG-2", "tell no refund", "race-144"),
  deedLie("reversal without a reason", "MONEY-9", "give no reason", reversedRace()),
  recordLie(
    "reversal of other stakes than its row tells",
    "RULELOG-2",
    ({ kind }) => kind === "reversal",
    (record) => {
      record.bets[0].lamports = `${BigInt(record.bets[0].lamports) + 5n}`;
    },
  ),
  recordLie(
    "reversal in another ledger than its race",
    "MONEY-9",
    ({ kind }) => kind === "reversal",
    (record) => {
      record.ledger = record.ledger === "real" ? "play" : "real";
    },
  ),
  {
    name: "entry of the log altered",
    spreads: true,
    rule: "FAIR-12",
    race: firstAfter(haltRow),
    days: () => trueDays(otherLog(haltRow, otherReason)),
  },
  {
    name: "value told twice in an entry of the log",
    spreads: true,
    rule: "EXPORT-1",
    race: null,
    days: () => trueDays(otherLog(settingRow, (entry) => entry.replace('"to":', '"to":"another","to":'))),
  },
  {
    name: "entry of the log that begins with something else",
    spreads: true,
    rule: "RULELOG-1",
    race: null,
    days: () =>
      trueDays(otherLog(haltRow, (entry) => entry.replace(/("kind":"[^"]*"),("at":"[^"]*")/, "$2,$1"))),
  },
  {
    name: "rule row left out",
    spreads: true,
    rule: "RULELOG-1",
    race: null,
    days: () => trueDays(renumber(without(isRow(settingRow)))),
  },
  {
    name: "record left out",
    rule: "EXPORT-1",
    race: null,
    days: () => trueDays(without(({ seq }) => seq === parsed.find(({ kind }) => kind === "liabilities").seq)),
  },
  {
    name: "race left out",
    spreads: true,
    rule: "EXPORT-2",
    race: `race-${leftOut.number + 1}`,
    days: () => trueDays(renumber(without(isRace(leftOut.id)))),
  },
  {
    name: "chain of seeds not published",
    rule: "FAIR-7",
    race: "race-1",
    days: () => trueDays(renumber(without(({ kind }) => kind === "seed-chain"))),
  },
  recordLie(
    "what was owed told for an earlier time",
    "OWED-6",
    ({ kind }) => kind === "liabilities",
    (record) => {
      record.taken_at = new Date(Date.parse(record.taken_at) - 10 * DAY_MS).toISOString();
    },
  ),
  {
    name: "no record at all",
    rule: "EXPORT-1",
    race: null,
    days: () => {
      const { seq, at } = parsed.find(({ kind }) => kind === "liabilities");
      return trueDays(truth.with(seq - 1, JSON.stringify({ seq, at, kind: "liabilities" })));
    },
  },
  {
    name: "header of another network",
    rule: "EXPORT-10",
    race: null,
    days: () => {
      const { day } = dayAt(trueDays(), middleDay);
      return [...fileDays(truth, { networkOn: (named) => (named === day ? "devnet" : "localnet") })];
    },
  },
  {
    name: "chain of seeds of another network",
    rule: "EXPORT-10",
    race: "race-1",
    days: () => trueDays(changed(isOfKind("seed-chain"), (record) => (record.network = "devnet"))),
  },
  dayLie("the last hours of a day in the file of the next one", (days) => {
    const { day } = dayAt(days, middleDay);
    const next = dayAt(days, middleDay + 1).day;
    const isLate = (line: string) => line.includes(`,"at":"${day}T22`) || line.includes(`,"at":"${day}T23`);
    return [...fileDays(truth, { dayOf: (line) => (isLate(line) ? next : utcDayOf(line)) })];
  }),
  dayLie("a byte of a day's file changed", (days) =>
    days.with(middleDay, withOtherByte(dayAt(days, middleDay))),
  ),
  dayLie("a day's file exchanged, its hash too", (days) => {
    const file = withOtherByte(dayAt(days, middleDay));
    return days.with(middleDay, { ...file, sha256: sha256Of(textOf(file)) });
  }),
  dayLie("a byte of the newest day's file changed", (days) => days.with(-1, withOtherByte(dayAt(days, -1)))),
  { ...dayLie("a day left out", (days) => days.toSpliced(middleDay, 1)), spreads: true },
  dayLie("a day's file with a record less than it says", (days) => {
    const file = dayAt(days, -1);
    const lied = { ...file, lines: file.lines.slice(0, -1) };
    return days.with(-1, { ...lied, sha256: sha256Of(textOf(lied)) });
  }),
];

function reversedRace(): string {
  const reversals = parsed.filter((record) => record.kind === "reversal" && record.scope === "race");
  return reversals[Math.floor(reversals.length / 2)].race;
}
