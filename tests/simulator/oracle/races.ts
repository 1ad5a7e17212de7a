import { SEED_KEY } from "../secrets.ts";
import { outcomeOf, seedsOf, sha256 } from "./arithmetic.ts";
import { commitRootOf } from "./commit-anchors.ts";
import { isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  pending: ["countdown", "refunded"],
  countdown: ["pending", "active", "refunded"],
  active: ["completed", "refunded"],
  completed: ["refunded"],
  refunded: [],
};

/** Reasons that the simulated admin gives. */
const wishes = new Set(["an admin's wish", "closing time", "it should not have counted"]);
/** Two servers' clocks differ by less than this. */
const mostSkewMs = 100_000;

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  /** The memo of a transaction that is or was in a block; null if it never was. */
  readonly memoOf: (signature: string) => string | null;
  /** The slot that the chain has reached. */
  readonly tip: () => number;
  /** Whether some block of that slot had this blockhash. */
  readonly hasHash: (slot: number, blockhash: string) => boolean;
}

/** Follows every race from its commitment to its end (rules INV-10, INV-11, RACE-3, FAIR-6 to FAIR-12). */
export interface RaceRules {
  changed(before: Row | null, race: Row): void;
  chainCreated(chain: Row): void;
  /** Called with a text that leaves the server or is stored. */
  mustHoldNoSecret(where: string, what: string): void;
}

export function openRaceRules({ must, mirror, memoOf, tip, hasHash }: Ports): RaceRules {
  const open = new Set<string>();
  const seeds = new Map<number, readonly string[]>();
  const lastIndex = new Map<number, number>();
  /** Secret until their race is over. */
  const secrets = new Map<string, string>();
  /** The newest slot when a race was locked. */
  const lockedAt = new Map<string, number>();
  let lastNumber = 0;

  const seedOf = (race: Row) => seeds.get(Number(race["seed_chain_id"]))?.[Number(race["seed_index"])] ?? "";

  function created(race: Row) {
    const id = text(race, "id");
    const chainId = Number(race["seed_chain_id"]);
    const index = Number(race["seed_index"]);
    must(race["status"] === "pending", `INV-11 ${id} is created ${text(race, "status")}`);
    must(Number(race["number"]) === lastNumber + 1, `INV-11 ${id} does not follow race ${lastNumber}`);
    lastNumber = Number(race["number"]);
    must(index === (lastIndex.get(chainId) ?? 0) + 1, `FAIR-7 ${id} takes seed ${index} out of order`);
    lastIndex.set(chainId, index);
    const seed = seedOf(race);
    must(sha256(seed) === race["server_seed_hash"], `FAIR-6 ${id} is committed to another seed`);
    must(
      [...secrets.values()].every((other) => other !== seed),
      `FAIR-7 ${id} uses a seed again`,
    );
    secrets.set(id, seed);
    must(text(race, "nonce") === String(index), `FAIR-12 ${id} has a nonce that was free to choose`);
    checkFrozen(must, race, mirror.settings);
    if (race["ledger"] === "real") {
      const anchor = String(mirror.seedChains.get(chainId)?.["anchor_payment_id"]);
      must(
        mirror.payments.get(anchor)?.["status"] === "completed",
        `FAIR-7 ${id} uses a chain that is not anchored`,
      );
    }
  }

  function mustBeCommitted(race: Row) {
    const id = text(race, "id");
    must(
      commitRootOf({ mirror, memoOf }, race) !== null,
      `INV-10 ${id} takes bets before its commitment is on the chain`,
    );
  }

  function mustBeDecided(race: Row) {
    const id = text(race, "id");
    const seed = text(race, "server_seed");
    must(seed === seedOf(race), `INV-10 ${id} reveals a seed that is not its own`);
    if (race["winning_number"] === null) {
      must(race["status"] === "refunded", `INV-10 ${id} reveals its seed without a winner`);
      return;
    }
    const isBeacon = race["outcome_entropy"] === "beacon";
    must(isBeacon === isSet(race, "beacon_blockhash"), `FAIR-10 ${id} has the wrong kind of entropy`);
    const nonce = isBeacon ? `${text(race, "nonce")}.${text(race, "beacon_blockhash")}` : text(race, "nonce");
    const { winner, places } = outcomeOf(seed, id, nonce);
    must(
      race["winning_number"] === winner,
      `INV-10 ${id} has winner ${text(race, "winning_number")}, not ${winner}`,
    );
    must(JSON.stringify(race["places"]) === JSON.stringify(places), `FAIR-14 ${id} has other places`);
  }

  /** Refunds are by an admin, for lack of a beacon, or because nobody won; nothing else refunds a race. */
  function mustBeRefundable(race: Row) {
    const id = text(race, "id");
    const reason = text(race, "refund_reason");
    if (wishes.has(reason)) return;
    if (reason === "Nobody bet on the winner")
      return must(isSet(race, "winning_number"), `RACE-1 ${id} was not run`);
    const waited = Date.parse(text(race, "refunded_at")) - Date.parse(text(race, "locked_at"));
    const isWithoutBeacon = reason === "No beacon block arrived in time" && !isSet(race, "starts_at");
    must(isWithoutBeacon && waited >= 30_000 - mostSkewMs, `RACE-1 ${id} is refunded: ${reason}`);
  }

  function moved(before: Row, race: Row) {
    const id = text(race, "id");
    const [from, to] = [text(before, "status"), text(race, "status")];
    must(from === to || (nextStatuses[from] ?? []).includes(to), `INV-11 ${id} goes from ${from} to ${to}`);
    for (const column of [
      "settings",
      "log",
      "commit_index",
      "server_seed_hash",
      "nonce",
      "jackpot",
      "seed_index",
      "ledger",
    ]) {
      const isSame = JSON.stringify(before[column]) === JSON.stringify(race[column]);
      must(isSame, `RACE-3 ${column} of ${id} changes`);
    }
    // Until the start, the slot changes along with the lock memo, which `locks.ts` checks.
    const mayMove = race["ledger"] === "real" && !isSet(before, "starts_at");
    for (const column of [
      ...(mayMove ? [] : ["beacon_slot"]),
      "beacon_blockhash",
      "server_seed",
      "winning_number",
      "settled_at",
      "starts_at",
    ]) {
      const isKept = !isSet(before, column) || before[column] === race[column];
      must(isKept, `INV-10 ${column} of ${id} changes from ${text(before, column)} to ${text(race, column)}`);
    }
    if (!isSet(before, "betting_opens_at") && isSet(race, "betting_opens_at")) mustBeCommitted(race);
    if (!isSet(before, "locked_at") && isSet(race, "locked_at")) lockedAt.set(id, tip());
    if (!isSet(before, "beacon_slot") && isSet(race, "beacon_slot")) {
      const known = lockedAt.get(id) ?? Number.POSITIVE_INFINITY;
      must(
        Number(race["beacon_slot"]) > known,
        `FAIR-10 the beacon of ${id} was known while bets were taken`,
      );
    }
    if (!isSet(before, "beacon_blockhash") && isSet(race, "beacon_blockhash")) {
      const slot = Number(race["beacon_block_slot"]);
      must(slot >= Number(race["beacon_slot"]), `FAIR-10 the beacon of ${id} is older than announced`);
      must(hasHash(slot, text(race, "beacon_blockhash")), `FAIR-10 the beacon of ${id} is no block`);
    }
    if (from !== to && to === "refunded") mustBeRefundable(race);
    const isLate = from === "completed" && to === "refunded" && isSet(before, "settled_at");
    must(
      (race["is_refunded_late"] !== before["is_refunded_late"]) === isLate,
      `INV-11 ${id} goes from ${from} to ${to}, late: ${String(race["is_refunded_late"])}`,
    );
    const isOver = to === "completed" || to === "refunded";
    must(isOver || !isSet(race, "server_seed"), `FAIR-8 the seed of ${id} is stored before its end`);
    if (isOver) secrets.delete(id);
    if (!isSet(before, "server_seed") && isSet(race, "server_seed")) mustBeDecided(race);
    if (to === "completed") must(isSet(race, "server_seed"), `INV-10 ${id} is completed without its seed`);
    if (isSet(race, "settled_at")) must(isOver, `INV-11 ${id} is settled while ${to}`);
  }

  return {
    chainCreated(chain) {
      const id = Number(chain["id"]);
      if (seeds.has(id)) return;
      const all = seedsOf(chain, SEED_KEY);
      seeds.set(id, all);
      must(all[0] === chain["tip"], `FAIR-7 seed chain ${id} does not end in its tip`);
    },
    changed(before, race) {
      const id = text(race, "id");
      if (before === null) created(race);
      else moved(before, race);
      if (["pending", "countdown", "active"].includes(text(race, "status"))) open.add(id);
      else open.delete(id);
      must(open.size <= 1, `INV-11 ${[...open].join(" and ")} are open`);
    },
    mustHoldNoSecret(where, what) {
      for (const [id, seed] of secrets) {
        if (seed !== "" && what.includes(seed)) must(false, `FAIR-8 ${where} holds the seed of ${id}`);
      }
    },
  };
}

/**
 * The settings of a race are those at its creation (rule RACE-3); what an admin chose for a special race is not checked
 * here.
 */
function checkFrozen(must: Must, race: Row, settings: ReadonlyMap<string, string>) {
  const frozen = race["settings"] as Row;
  const id = text(race, "id");
  const bps = (key: string, initial: string) => Math.round(Number(settings.get(key) ?? initial) * 100);
  const sol = (key: string, initial: string) =>
    String(BigInt(Math.round(Number(settings.get(key) ?? initial) * 1e9)));
  const expect = (name: string, wanted: unknown) =>
    must(
      frozen[name] === wanted,
      `RACE-3 ${id} is created with ${name} ${text(frozen, name)}, not ${String(wanted)}`,
    );
  expect("referralRateBps", bps("referral_rate", "5"));
  expect("bonusFundShareBps", bps("bonus_fund_share", "50"));
  expect("superfectaBonus", sol("superfecta_bonus_sol", "0.5"));
  expect("minBet", sol("min_bet_amount", "0.01"));
  expect("maxBet", sol("max_bet_amount", "10"));
  expect("outcomeEntropy", settings.get("outcome_entropy") ?? "beacon");
  expect("special", race["is_special"]);
  expect("ledger", settings.get("testing_mode_enabled") === "true" ? "play" : "real");
  expect("extendMs", Number(settings.get("extend_seconds") ?? "10") * 1000);
  if (race["is_special"] === true) return;
  expect("houseEdgeBps", bps("house_edge", "5"));
  expect("minBets", Number(settings.get("min_bets_to_start") ?? "2"));
  expect("countdownMs", Number(settings.get("countdown_seconds") ?? "30") * 1000);
}
