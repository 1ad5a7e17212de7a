import { finalNonce } from "../fairness.ts";
import { HORSE_COUNT } from "../horse-count.ts";
import { bookDifferences } from "./books.ts";
import { type Difference, differs, same, sameOf } from "./difference.ts";
import { leafDifferences, rootDifferences, settledDifferences } from "./locked-bets.ts";
import {
  needsBeacon,
  nonceDifferences,
  outcomeOf,
  placesDifferences,
  settingsDifferences,
  winnerDifferences,
} from "./outcome.ts";
import { timeDifferences } from "./race-times.ts";
import type { PublishedRace } from "./record.ts";

/** The reason given for a refund without a winning bet. */
const NO_WINNING_BET = "no_winning_bet";

/**
 * All that can be checked of a race on its own: settings, nonce, winner, places, motion, locked bets, books and times.
 * What depends on other records is not included.
 */
export function raceDifferences(race: PublishedRace): readonly Difference[] {
  const { settlement: books, winning_horse: winner, settings } = race;
  return [
    ...settingsDifferences(race),
    ...sameAsSettings(race),
    ...stakes(race),
    ...bettors(race),
    ...runners(race),
    ...decision(race),
    ...lock(race),
    ...(books.kind === "paid"
      ? same("MONEY-6", "winning_horse", true, winner !== null, "a paid race has a winner")
      : []),
    ...bookDifferences({ books, winner, houseEdgeBps: Number(settings["houseEdgeBps"]) }),
    ...ending(race),
    ...timeDifferences(race),
  ];
}

const said = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const sameAsSettings = ({ settings, race_type: type, ledger, settlement }: PublishedRace) => [
  ...same("RACE-3", "race_type", said(settings["raceType"]), type),
  ...same("RACE-3", "ledger", said(settings["ledger"]), ledger),
  ...same("RACE-3", "jackpot", said(settings["jackpot"]), settlement.jackpot.toString()),
];

/** Each stake is one that the settings allow (rule RACE-3). */
function stakes({ settings, settlement }: PublishedRace): readonly Difference[] {
  const [least, most] = [BigInt(said(settings["minBet"])), BigInt(said(settings["maxBet"]))];
  return settlement.bets.flatMap(({ id, stake }) =>
    stake >= least && stake <= most ? [] : differs("RACE-3", `${id}: ${least} ≤ stake ≤ ${most}`, `${stake}`),
  );
}

/** A player who hides figures has no wallet here (rule BET-4). */
function bettors({ settlement }: PublishedRace): readonly Difference[] {
  const seen = new Set<string>();
  return settlement.bets.flatMap(({ id, user_wallet: wallet }) => {
    if (wallet === null) return [];
    const isSecond = seen.has(wallet);
    seen.add(wallet);
    return isSecond ? differs("BET-4", `${id}: the only bet of its wallet`, wallet) : [];
  });
}

/** Six horses in six lanes (rule FAIR-5). */
const runners = ({ horses }: PublishedRace) =>
  same(
    "FAIR-5",
    "horses",
    Array.from({ length: HORSE_COUNT }, (_, at) => at + 1).join("-"),
    horses.map(({ number }) => number).join("-"),
  );

/** Nonce, beacon, winner, places and motion (rules FAIR-2, FAIR-10, FAIR-12, FAIR-14, RACE-7 and INV-10). */
function decision(race: PublishedRace): readonly Difference[] {
  const { nonce, base_nonce: n, beacon, times, winning_horse: winner, places, motion_seed: motion } = race;
  const hasRun = times.completed !== null;
  const differences: Difference[] = [
    ...same("FAIR-10", "nonce", finalNonce(n, beacon?.blockhash ?? null), nonce),
    ...(needsBeacon(race) || (race.entropy === "beacon" && times.starts !== null)
      ? nonceDifferences(race)
      : []),
    ...same("RACE-7", "winning_horse", hasRun, winner !== null, "a race that was run has a winner"),
    ...same("RACE-7", "places", times.revealed !== null, places !== null, "places that were revealed"),
    ...same(
      "RACE-8",
      "motion_seed",
      times.starts !== null,
      motion !== null,
      "a race that started has motion",
    ),
  ];
  if (race.entropy === "sealed" && beacon !== null) {
    differences.push(...differs("FAIR-10", "beacon = null", "a beacon of a sealed race"));
  }
  if (beacon !== null && beacon.slot !== null && beacon.slot < beacon.announcedSlot) {
    differences.push(...differs("FAIR-10", `slot ≥ ${beacon.announcedSlot}`, `slot = ${beacon.slot}`));
  }
  if (winner === null && motion === null) return differences;
  const outcome = outcomeOf(race);
  differences.push(...winnerDifferences(race, outcome), ...placesDifferences(race, outcome));
  if (motion !== null) differences.push(...same("FAIR-14", "motion_seed", outcome.motionSeed, motion));
  return differences;
}

/** The bets of real money as they were locked at the close (rule FAIR-16). */
function lock({ ledger, times, betsRoot, lockedBets, settlement, anchors, beacon }: PublishedRace) {
  const isDue = ledger === "real" && times.locked !== null;
  const isThere = betsRoot !== null && lockedBets !== null;
  if (!isThere) return isDue ? differs("FAIR-16", "betsRoot, lockedBets", "–") : [];
  return [
    ...(isDue ? [] : differs("FAIR-16", "no betsRoot", betsRoot)),
    // The beacon's slot follows from the lock, also if the race was refunded after that.
    ...((times.starts !== null || beacon !== null) && anchors.lock === null
      ? differs("FAIR-15", "anchors.lock", "–")
      : []),
    ...rootDifferences(betsRoot, lockedBets.bets),
    ...leafDifferences(lockedBets),
    ...settledDifferences(lockedBets.bets, settlement.bets),
  ];
}

/** How a race ends: paid if the winner was backed, otherwise refunded, for a valid reason (rules MONEY-6, MONEY-9, FAIR-12). */
function ending({ status, settlement, times, refund_reason: reason, ...race }: PublishedRace) {
  const { kind, refundedAt, bets } = settlement;
  const isRefunded = kind === "refunded";
  const isBacked = bets.some(({ horse_number: horse }) => horse === race.winning_horse);
  const differences: Difference[] = [
    ...same("RACE-1", "status", isRefunded ? "refunded" : "completed", status),
    ...same("RACE-1", "times.refunded", isRefunded, times.refunded !== null, "refunded"),
    ...same("RACE-1", "refund_reason", isRefunded, reason !== null, "refunded"),
    // A race is published as it was settled: what was given back since has its own record.
    ...same("EXPORT-3", "refundedAt", null, refundedAt),
    ...bets.flatMap(({ id, refunded }) => sameOf(id, "EXPORT-3", "refunded", 0n, refunded)),
  ];
  if (reason === NO_WINNING_BET && (isBacked || race.winning_horse === null)) {
    differences.push(...differs("MONEY-6", "nobody on the winner", `${reason}: ${race.winning_horse}`));
  }
  if (reason === "no_beacon" && (times.starts !== null || times.locked === null)) {
    differences.push(...differs("FAIR-11", "locked and not started", reason));
  }
  if (reason === "log_ended" && times.opened !== null) {
    differences.push(...differs("FAIR-12", "betting not opened", reason));
  }
  if (times.opened !== null && race.anchors.commit === null) {
    differences.push(...differs("FAIR-12", "anchors.commit", "–"));
  }
  return differences;
}
