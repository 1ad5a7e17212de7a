import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { UnplacedLine } from "../../src/contract/export/export-records.ts";
import { addressFrom, base58Of, type Draw, drawFrom } from "../../bench/history/draw.ts";
import { betLeaf, byId, hashWallet } from "../../src/domain/bet-leaf.ts";
import { finalNonce, raceOutcome, seedHash, sha256Hex } from "../../src/domain/fairness.ts";
import { type Lamports, lamports, sum } from "../../src/domain/lamports.ts";
import { holdingsText } from "../../src/domain/memo.ts";
import { merkleRoot } from "../../src/domain/merkle-tree.ts";
import { ruleKeys } from "../../src/domain/race-rules.ts";
import {
  drawRaceType,
  freezeRaceSettings,
  type RaceSettings,
  readStoredTerms,
  storeRaceSettings,
} from "../../src/domain/race-settings.ts";
import { LAUNCH_LEAD_MS } from "../../src/domain/race-timing.ts";
import { checkpointLines } from "../../src/domain/log/checkpoint.ts";
import { type EntryContent, writeEntry } from "../../src/domain/log/entry.ts";
import { EMPTY_FRONTIER, type Frontier, frontierOf, rootOf } from "../../src/domain/log/frontier.ts";
import { hashLeafBytes } from "../../src/domain/merkle-tree.ts";
import type { Rule } from "../../src/domain/rule-log.ts";
import { logOpening } from "../support/log-rows.ts";
import { openSeedChain, type SeedChain } from "../../src/domain/seed-chain.ts";
import { settingDefinitions, settingsFrom } from "../../src/domain/settings.ts";
import { refundAll, settle, type Settlement, type Stake } from "../../src/domain/settlement.ts";
import { utcDay } from "../../src/domain/utc-day.ts";

export interface HistoryPlan {
  readonly races: number;
  /** Approximate number per race. */
  readonly bets?: number;
  /** Time from one race to the next. */
  readonly everyMs?: number;
  readonly seed?: string;
  /** How long after what it tells each record is written. */
  readonly delayMs?: number;
  /** The race before which the game moves to devnet. */
  readonly movesBefore?: number;
  /** A violation of the rules in one race, with everything else consistent with it. */
  readonly wrong?: {
    readonly race: number;
    readonly deed:
      | "skip a seed"
      | "use a seed twice"
      | "replace the chain"
      | "tell no refund"
      | "give no reason"
      | "give a winner the stake"
      | "give a stake back twice"
      | "settle what was given back";
  };
}

type Draft = UnplacedLine;
export type RaceLine = Extract<Draft, { kind: "race" }>["race"];

/** What every log of it begins with says of where it is and who signs it. */
const OPENING = logOpening() as Extract<EntryContent, { kind: "open" }>;

/** The slot that stands for the beacon of a race without one, and how long before it a race is anchored. */
const SLOT_WITHOUT_BEACON = 100;
const SLOTS_BEFORE_BEACON = 80;

const START = Date.parse("2026-03-02T00:00:10.000Z");
const RACE_EVERY_MS = 900_000;
const SEEDS_A_CHAIN = 4_000;
/** What an empty account needs to exist: a smaller payout stays on the balance. */
const MIN_PAYMENT = 890_880n;
const PLAYERS = 60;
const STAKES = [10_000_000n, 10_000_001n, 25_000_000n, 333_333_333n, 1_000_000_000n].map(lamports);

const wallets = Array.from({ length: PLAYERS }, (_, at) => addressFrom(`player ${at}`));
const playerAt = (at: number) => ({ wallet: wallets[at] ?? "", hidesFigures: at % 9 === 4 });

const signatures = (() => {
  const draw = drawFrom("signatures");
  return Array.from({ length: 500 }, () => base58Of(draw.bytes(64)));
})();

/** A signature that no other bet has, without computing 64 bytes for each. */
function paymentOf(draw: Draw, number: number, at: number): string {
  const own = Buffer.alloc(4);
  own.writeUInt32BE(number * 100 + at);
  return draw.pick(signatures).slice(0, -6) + base58Of(own).slice(-6).padStart(6, "1");
}

const iso = (ms: number) => new Date(ms).toISOString();
const hexOf = (draw: Draw, bytes: number) => Buffer.from(draw.bytes(bytes)).toString("hex");

/** A world that follows the rules, with what it has recorded but not yet emitted. */
interface World {
  readonly draw: Draw;
  chain: SeedChain;
  /** Seeds of the chain used so far. */
  used: number;
  log: Frontier;
  settings: Record<string, string>;
  readonly bets: number;
  readonly isWrong: (race: number, deed: NonNullable<HistoryPlan["wrong"]>["deed"]) => boolean;
  /** Payouts that end after the race's record. */
  later: Draft[];
}

/**
 * A history of the game in which everything holds: the lines of the export, made by the domain's own functions as the
 * server makes them, in the same order for the same plan. Every kind of ending occurs, some races apart. The hashes in
 * the `day` records are filled in by `fileDays`.
 */
export function* trueHistory({
  races,
  bets = 6,
  everyMs = RACE_EVERY_MS,
  seed = "true",
  delayMs = 0,
  movesBefore,
  wrong,
}: HistoryPlan): Generator<string> {
  let seq = 0;

  let day = utcDay(START + delayMs);
  const world: World = {
    draw: drawFrom(seed),
    chain: chainOf(seed, 1),
    used: 0,
    log: EMPTY_FRONTIER,
    settings: Object.fromEntries(ruleKeys.map((key) => [key, settingDefinitions[key].initial])),
    bets,
    isWrong: (race, deed) => wrong?.race === race && wrong.deed === deed,
    later: [],
  };
  function* record(happenedAt: number, ...drafts: readonly Draft[]): Generator<string> {
    const at = happenedAt + delayMs;
    for (const { kind, ...draft } of drafts) {
      const today = utcDay(at);
      if (today !== day) {
        seq += 1;
        const record = { day, sha256: "0".repeat(64), records: 1, anchor: signatureOf(`day ${day}`) };
        yield JSON.stringify({ seq, at: iso(at), kind: "day", ...record });
        day = today;
      }
      seq += 1;
      yield JSON.stringify({ seq, at: iso(at), kind, ...draft });
    }
  }
  yield* record(START, seedChain(world), append(world, START, logOpening(world.settings)));
  for (let number = 1; number <= races; number += 1) {
    const created = START + 1_000 + (number - 1) * everyMs;
    if (number === movesBefore) yield* record(created - 600, ...move(world, created - 600));
    if (
      world.used === world.chain.length ||
      number === movesBefore ||
      world.isWrong(number, "replace the chain")
    ) {
      world.chain = chainOf(seed, number);
      world.used = 0;
      yield* record(created, seedChain(world));
    }
    yield* record(created - 500, ...changeSome(world, number, created - 500));
    for (const { at, drafts } of playRace(world, number, created)) yield* record(at, ...drafts);
    if (number % 90 === 0) yield* record(created + 120_000, owed(world, created));
  }
}

const chainOf = (seed: string, number: number) =>
  openSeedChain(sha256Hex(`${seed} chain ${number}`), SEEDS_A_CHAIN);

const seedChain = ({ chain: { tip, length }, settings }: World): Draft => ({
  kind: "seed-chain",
  network: settings["network"] === "devnet" ? "devnet" : "localnet",
  tip,
  length,
  anchor: signatureOf(`chain ${tip}`),
});

/** The signature for this label: always the same, and unique to it. */
const signatureOf = (label: string): string => base58Of(createHash("sha512").update(label).digest());

/** A house wallet that can sign: the fixed PKCS #8 prefix, followed by its seed. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const hotKey = createPrivateKey({
  key: Buffer.concat([PKCS8, createHash("sha256").update("hot wallet").digest()]),
  format: "der",
  type: "pkcs8",
});
const hotWallet = base58Of(createPublicKey(hotKey).export({ format: "der", type: "spki" }).subarray(-32));

const rule = (world: World, at: number, told: Rule): Draft => append(world, at, { kind: "rule", ...told });

function append(world: World, at: number, content: EntryContent): Draft {
  const entry = writeEntry(content, new Date(at));
  world.log = frontierOf(
    [hashLeafBytes(Buffer.from(entry))],
    content.kind === "open" ? undefined : world.log,
  );
  return { kind: "rule", row: world.log.size, entry };
}

function set(world: World, at: number, key: string, to: string): readonly Draft[] {
  const from = world.settings[key] ?? null;
  if (from === to) return [];
  world.settings = { ...world.settings, [key]: to };
  return [rule(world, at, { rule: "setting", key, from, to, reason: null })];
}

/** Another network has another log. */
function move(world: World, at: number): readonly Draft[] {
  world.settings = { ...world.settings, network: "devnet" };
  return [
    append(world, at, { kind: "close", notary: OPENING.notary }),
    append(world, at, logOpening(world.settings)),
  ];
}

const changeSome = (world: World, number: number, at: number): readonly Draft[] => [
  ...(number % 11 === 0 ? set(world, at, "house_edge", number % 22 === 0 ? "5" : "2.5") : []),
  ...set(world, at, "testing_mode_enabled", String(number % 37 === 36)),
  ...set(world, at, "outcome_entropy", number % 31 === 30 ? "sealed" : "beacon"),
  ...(number % 53 === 0 ? [rule(world, at, { rule: "halt", reason: "A difference" })] : []),
];

/** How the race with this number ends, in addition to being run. */
const endings = {
  noBeacon: (number: number) => number % 23 === 22,
  byAdmin: (number: number) => number % 29 === 28,
  /** By an admin, after the places were revealed. */
  whileRun: (number: number) => number % 59 === 58,
  /** By an admin, when the start was announced but had not come yet. */
  beforeStart: (number: number) => number % 61 === 60,
  /** Nobody drove the race while it was running: its places were published afterwards. */
  toldLate: (number: number) => number % 31 === 30,
  /** A bet was refunded while bets were still taken. */
  betGivenBack: (number: number) => number % 11 === 10,
  special: (number: number) => number % 17 === 16,
  /** Refunded after it had been paid. */
  reversed: (number: number) => number % 19 === 18,
  lossGivenBack: (number: number) => number % 13 === 12,
} as const;

interface PlacedBet extends Stake {
  readonly salt: string;
  readonly hides: boolean;
  readonly placedAt: number;
  readonly signature: string;
}

function placeBets({ draw, bets }: World, number: number, opened: number, isNobodyOn: boolean): PlacedBet[] {
  const first = draw.below(PLAYERS);
  return Array.from({ length: 2 + draw.below(2 * bets - 2) }, (_, at) => {
    const player = playerAt((first + at) % PLAYERS);
    return {
      betId: `bet-${hexOf(draw, 8)}-${number}`,
      wallet: player.wallet,
      hides: player.hidesFigures,
      horseNumber: isNobodyOn ? 1 : 1 + draw.below(6),
      stake: draw.pick(STAKES),
      salt: hexOf(draw, 32),
      placedAt: opened + 100 + at,
      signature: paymentOf(draw, number, at),
    };
  });
}

interface Moment {
  readonly at: number;
  readonly drafts: readonly Draft[];
}

function playRace(world: World, number: number, created: number): readonly Moment[] {
  const { draw, chain } = world;
  world.used += world.isWrong(number, "skip a seed") ? 2 : world.isWrong(number, "use a seed twice") ? 0 : 1;
  const index = world.used;
  const serverSeed = chain.seedAt(index);
  const id = `race-${number}`;
  const settings = freeze(world, number);
  const isReal = settings.ledger === "real";
  const opened = created + 1_000;
  const locked = opened + 30_000;
  const isEarlyRefund = endings.byAdmin(number);
  const isNoBeacon = settings.outcomeEntropy === "beacon" && endings.noBeacon(number) && !isEarlyRefund;
  const hasStarted = !isEarlyRefund && !isNoBeacon;
  const isBeforeStart = hasStarted && endings.beforeStart(number);
  const isBrokenOff = hasStarted && (endings.whileRun(number) || isBeforeStart);
  const hasRun = hasStarted && !isBrokenOff;
  const isSealed = settings.outcomeEntropy === "sealed";
  const blockhash = hasStarted && !isSealed ? base58Of(draw.bytes(32)) : null;
  const announcedSlot = 1_000 + number * 200;
  const nonce = finalNonce(String(index), blockhash);
  const outcome = raceOutcome(serverSeed, id, nonce);
  const placed = placeBets(world, number, opened, number % 7 === 0);
  const settlement = hasRun
    ? settle({
        stakes: placed,
        winner: outcome.winner,
        houseEdgeBps: settings.houseEdgeBps,
        jackpot: settings.jackpot,
      })
    : refundAll(placed, settings.jackpot);
  const starts = hasStarted ? locked + 3_000 + LAUNCH_LEAD_MS : null;
  const completed = starts === null || isBrokenOff ? null : starts + settings.durationMs;
  const settled = completed === null ? locked + 31_500 : completed + 400;
  const isPaid = settlement.kind === "paid";
  const isGivenBack = isPaid && endings.lossGivenBack(number);
  const lost = settlement.bets.find(({ result }) => result === "loss");
  const givenBack = isGivenBack && lost !== undefined ? lost.betId : null;
  const refundedAt = isPaid
    ? null
    : isNoBeacon
      ? locked + 31_000
      : isBeforeStart
        ? locked + 3_700
        : isEarlyRefund
          ? opened + 9_000
          : isBrokenOff
            ? locked + 20_000
            : settled;
  const horses = Array.from({ length: 6 }, (_, at) => ({
    number: at + 1,
    id: 11 + at,
    name: `Horse ${at + 1}`,
  }));
  const lockWallet = isReal ? hotWallet : null;
  const commitIndex = world.log.size;
  const commit = append(world, created, {
    kind: "commit",
    race: id,
    number,
    seed_hash: seedHash(serverSeed),
    base_nonce: String(index),
    settings: readStoredTerms(storeRaceSettings(settings)) ?? {},
    jackpot: settings.jackpot,
    horses,
    lock_wallet: lockWallet,
  });
  const byPlacement = new Map(placed.map((bet) => [bet.betId, bet]));
  const race: RaceLine = {
    id,
    number,
    status: refundedAt === null ? "completed" : "refunded",
    race_type: settings.raceType,
    is_special: settings.special,
    ledger: settings.ledger,
    horses,
    server_seed: serverSeed,
    server_seed_hash: seedHash(serverSeed),
    base_nonce: String(index),
    nonce,
    winning_horse: hasRun ? outcome.winner : null,
    winning_horse_id: hasRun ? 10 + outcome.winner : null,
    places: hasStarted && !isBeforeStart ? [...outcome.places] : null,
    motion_seed: hasStarted ? outcome.motionSeed : null,
    entropy: settings.outcomeEntropy,
    beacon:
      isSealed || isEarlyRefund
        ? null
        : { announcedSlot, slot: blockhash === null ? null : announcedSlot + draw.below(2), blockhash },
    settings: { ...storeRaceSettings(settings), houseEdgeBps: settings.houseEdgeBps },
    seed_chain: { tip: chain.tip, index, length: chain.length, anchor: signatureOf(`chain ${chain.tip}`) },
    entries: { commit: commitIndex },
    lock_wallet: lockWallet,
    anchors: {
      commit: {
        checkpoint: checkpointLines({
          origin: OPENING.origin,
          size: world.log.size,
          root: rootOf(world.log),
        }),
        notary: OPENING.notary,
        signature: signatureOf(`commit ${id}`),
        slot: (isSealed || isEarlyRefund ? SLOT_WITHOUT_BEACON : announcedSlot) - SLOTS_BEFORE_BEACON,
      },
      lock: isReal && !isEarlyRefund ? signatureOf(`lock ${id}`) : null,
      result: isReal ? signatureOf(`result ${id}`) : null,
    },
    ...locksOf(isReal && !isEarlyRefund ? placed : null),
    settlement: {
      kind: settlement.kind,
      pool: `${settlement.pool}`,
      jackpot: `${settlement.jackpot}`,
      fee: `${isPaid ? settlement.fee : 0n}`,
      net: `${isPaid ? settlement.net : 0n}`,
      remainder: `${isPaid ? settlement.remainder : 0n}`,
      refundedAt: null,
      bets: settlement.bets.map((bet) => {
        const { hides = false, salt = "", placedAt = 0, signature = "" } = byPlacement.get(bet.betId) ?? {};
        return {
          id: bet.betId,
          user_wallet: hides ? null : bet.wallet,
          horse_number: bet.horseNumber,
          horse_id: 10 + bet.horseNumber,
          stake: `${bet.stake}`,
          salt: hides ? null : salt,
          payout: `${bet.payout + bet.refund}`,
          fee: `${bet.fee}`,
          result: bet.result,
          refunded: "0",
          signature: hides || !isReal ? null : signature,
          placed_at: iso(placedAt),
        };
      }),
    },
    times: {
      created: iso(created),
      opened: iso(opened),
      closes: isEarlyRefund ? null : iso(locked - 100),
      locked: isEarlyRefund ? null : iso(locked),
      starts: starts === null ? null : iso(starts),
      revealed:
        starts === null || isBeforeStart
          ? null
          : iso(
              starts +
                (endings.toldLate(number) && hasRun ? settings.durationMs + 300 : settings.durationMs * 0.58),
            ),
      completed: completed === null ? null : iso(completed),
      settled: iso(settled),
      refunded: refundedAt === null ? null : iso(refundedAt),
    },
    refund_reason:
      refundedAt === null
        ? null
        : isNoBeacon
          ? "no_beacon"
          : isEarlyRefund || isBrokenOff
            ? "by_admin"
            : "no_winning_bet",
  };
  return [{ at: created, drafts: [commit] }, ...recordsOf(world, { race, settlement, settled, givenBack })];
}

function freeze({ settings: texts, draw }: World, number: number): RaceSettings {
  const settings = settingsFrom(Object.entries(texts).map(([key, value]) => ({ key, value })));
  const raceType = drawRaceType(settings, draw.fraction());
  if (!endings.special(number)) return freezeRaceSettings(settings, { raceType });
  return freezeRaceSettings(settings, {
    raceType,
    jackpot: lamports(1_000_000_007n),
    houseEdgeBps: 0,
    minBets: 2,
    countdownMs: 30_000,
  });
}

function locksOf(placed: readonly PlacedBet[] | null) {
  if (placed === null) return { betsRoot: null, lockedBets: null };
  const leaves = placed
    .map(({ betId: id, wallet, salt, ...bet }) => ({ ...bet, id, walletHash: hashWallet(wallet, salt) }))
    .toSorted(byId);
  const bets = leaves.map(({ id, walletHash, horseNumber, stake }) => ({
    id,
    wallet_hash: walletHash,
    horse_number: horseNumber,
    stake: `${stake}`,
  }));
  const pool = sum(placed.map(({ stake }) => stake as Lamports));
  return { betsRoot: merkleRoot(leaves.map(betLeaf)), lockedBets: { pool: `${pool}`, bets } };
}

interface PlayedRace {
  readonly race: RaceLine;
  readonly settlement: Settlement;
  readonly settled: number;
  /** A losing bet that was refunded. */
  readonly givenBack: string | null;
}

/**
 * What is recorded about a race, and when: rows of the rule log, the race, and what has been refunded since; payouts
 * end later.
 */
function recordsOf(world: World, { race, settlement, settled, givenBack }: PlayedRace): readonly Moment[] {
  const { id, number } = race;
  const recorded = settled + 5_000;
  const before: Draft[] = [...world.later];
  const after: Draft[] = [];
  const isWronglySettled = world.isWrong(number, "settle what was given back");
  if ((endings.betGivenBack(number) || isWronglySettled) && race.times.opened !== null) {
    const bet = isWronglySettled ? (settlement.bets[0]?.betId ?? "") : `given-back-${number}`;
    const told = { bet, settled: false, reason: null, lamports: lamports(20_000_000n) };
    before.push(
      rule(world, Date.parse(race.times.opened) + 3_000, { rule: "refund-bet", race: id, ...told }),
    );
  }
  if (
    race.refund_reason !== null &&
    race.times.refunded !== null &&
    !world.isWrong(number, "tell no refund")
  ) {
    const at = Date.parse(race.times.refunded);
    const reason = race.refund_reason === "by_admin" ? "The gate stuck" : null;
    const told = { cause: race.refund_reason, settled: false, reason, lamports: settlement.pool };
    before.push(rule(world, at, { rule: "refund-race", race: id, ...told }));
  }
  const given = settlement.bets.find(({ betId }) => betId === givenBack);
  if (given !== undefined) after.push(...giveBack(world, race, given, recorded + 100));
  if (endings.reversed(number) && settlement.kind === "paid")
    after.push(...reverse(world, settlement, { id, number, ledger: race.ledger, at: recorded + 200, given }));
  world.later = payoutsOf(race, settlement);
  return [
    { at: settled + 200, drafts: before },
    { at: recorded, drafts: [{ kind: "race", race }, ...after] },
  ];
}

function giveBack(
  world: World,
  { id: race, ledger }: Pick<RaceLine, "id" | "ledger">,
  { betId: bet, stake }: Stake,
  at: number,
): readonly Draft[] {
  const told = { bet, settled: true, reason: "A kindness", lamports: stake };
  return [
    rule(world, at, { rule: "refund-bet", race, ...told }),
    { kind: "reversal", race, scope: "bet", ledger, bets: [{ id: bet, lamports: `${stake}` }], rule: null },
  ];
}

function reverse(
  world: World,
  { bets }: Settlement,
  {
    id,
    number,
    ledger,
    at,
    given,
  }: Pick<RaceLine, "id" | "number" | "ledger"> & {
    readonly at: number;
    readonly given: Stake | undefined;
  },
): readonly Draft[] {
  const isReturned = ({ betId, result }: Settlement["bets"][number]) =>
    (result === "loss" && betId !== given?.betId) ||
    (result === "win" && world.isWrong(number, "give a winner the stake"));
  const returned = bets.filter(isReturned);
  const [first] = returned;
  if (first === undefined) return [];
  const told = {
    cause: "by_admin",
    settled: true,
    reason: world.isWrong(number, "give no reason") ? null : "The photo was wrong",
    lamports: sum(returned.map(({ stake }) => stake)),
  } as const;
  return [
    rule(world, at, { rule: "refund-race", race: id, ...told }),
    {
      kind: "reversal",
      race: id,
      scope: "race",
      ledger,
      bets: returned.map(({ betId, stake }) => ({ id: betId, lamports: `${stake}` })),
      rule: world.log.size,
    },
    ...(world.isWrong(number, "give a stake back twice")
      ? giveBack(world, { id, ledger }, first, at + 100)
      : []),
  ];
}

function payoutsOf({ id, ledger, settlement: { bets } }: RaceLine, { kind }: Settlement): Draft[] {
  if (ledger === "play" || kind === "refunded") return [];
  return bets.flatMap(({ id: bet, payout, user_wallet: wallet }, at): Draft[] => {
    if (payout === "0") return [];
    const outcome = BigInt(payout) < MIN_PAYMENT ? "kept" : "paid";
    const signature = wallet === null ? null : signatureOf(`payout ${bet}`);
    const told = { kind: "payout", race: id, bet, lamports: payout, wallet } as const;
    const ended: Draft = {
      ...told,
      payment: `payout-${bet}`,
      signature: outcome === "paid" ? signature : null,
      outcome,
    };
    // An admin retries some of the payouts that stayed on the balance.
    return outcome === "kept" && at % 2 === 0
      ? [ended, { ...told, payment: `payout-${bet}-again-1`, signature, outcome: "paid" }]
      : [ended];
  });
}

/** The records contain only the sums of what the house owes. */
function owed({ draw }: World, atMs: number): Draft {
  const at = new Date(atMs);
  const root = hexOf(draw, 32);
  const slot = Math.floor(atMs / 400);
  const held = lamports(9_000_000_000n);
  const text = holdingsText({ at, root, slot: BigInt(slot), address: hotWallet, lamports: held });
  const signature = base58Of(sign(null, Buffer.from(text), hotKey));
  return {
    kind: "liabilities",
    taken_at: at.toISOString(),
    root,
    total: "5000000000",
    count: 12,
    slot,
    holdings: [{ address: hotWallet, kind: "hot", lamports: `${held}`, signature }],
    anchor: signatureOf(`liabilities ${atMs}`),
  };
}
