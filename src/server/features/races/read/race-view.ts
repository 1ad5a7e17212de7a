import type { Race, RaceHorse } from "../../../../contract/races/race-shape.ts";
import { finalNonce } from "../../../../domain/fairness.ts";
import { type Lamports, ZERO, lamports, portion, sum } from "../../../../domain/lamports.ts";
import { oddsOf } from "../../../../domain/odds.ts";
import { hidesAmounts } from "../../../../domain/betting-window.ts";
import { refundCause } from "../../../../domain/race.ts";
import type { RefundCause } from "../../../../domain/race-terms.ts";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import { smallestStreakStake } from "../../../../domain/streak.ts";
import { type RaceRow, bettingWindowOf, settingsOf } from "../race-rows.ts";
import { publicBets } from "./race-bets.ts";
import type { AwardFacts, HorseFacts, RaceFacts } from "./race-facts.ts";

interface Viewing {
  readonly nowMs: number;
  /** The wallet whose bonus award is listed first. */
  readonly viewer: string | null;
}

/** A race as everyone sees it now: amounts per horse are hidden shortly before the close (rule RACE-6). */
export function raceView(facts: RaceFacts, { nowMs, viewer }: Viewing): Race {
  const { row, horses, onHorses, awards } = facts;
  const settings = settingsOf(row);
  const isHidden = hidesAmounts(bettingWindowOf(row), nowMs);
  const pool = sum(Array.from(onHorses.values(), ({ stakes }) => stakes));
  const betCount = Array.from(onHorses.values()).reduce((total, { bets }) => total + bets, 0);
  const winner = horses.find(({ number }) => number === row.winningNumber) ?? null;
  return {
    id: row.id,
    status: row.status,
    race_type: row.raceType,
    isSpecial: row.isSpecial,
    isJackpotRace: row.jackpot > 0n,
    jackpotAmount: row.jackpot,
    totalPool: pool,
    netPool: netOf(pool, settings),
    ...termsOf(settings, betCount),
    betCount,
    bets: publicBets(facts.newestBets, isHidden),
    horses: horses.map((horse) => horseView(horse, { facts, pool, settings, isHidden })),
    everybodyOnOneHorse: !isHidden && onHorses.size === 1,
    winning_horse_id: winner?.id ?? null,
    winning_horse: winner && namedHorse(winner),
    superfecta: superfectaView(facts, settings),
    ...awardsView(awards, viewer),
    ...proofOf(facts),
    ...timesOf(row, settings),
    serverNow: new Date(nowMs),
  };
}

/** The winner of an award who hides figures is not named, except to themselves (rule PRIVACY-3). */
function awardsView(awards: readonly AwardFacts[], viewer: string | null) {
  const views = awards.map(({ wallet, username, amount, hidesFigures }) => {
    const isShown = !hidesFigures || wallet === viewer;
    return { user_wallet: isShown ? wallet : null, username: isShown ? username : null, amount };
  });
  const own = viewer === null ? -1 : awards.findIndex(({ wallet }) => wallet === viewer);
  return { bonus_award: views[own] ?? views[0] ?? null, bonus_awards: views };
}

const namedHorse = ({ id, number, name, color }: HorseFacts) => ({ id, number, name, color });

const netOf = (pool: Lamports, { houseEdgeBps, jackpot }: RaceSettings) =>
  lamports(pool - portion(pool, houseEdgeBps) + jackpot);

const termsOf = (settings: RaceSettings, betCount: number) => ({
  house_edge: settings.houseEdgeBps / 100,
  min_bets: settings.minBets,
  min_bet: settings.minBet,
  max_bet: settings.maxBet,
  playersNeeded: Math.max(0, settings.minBets - betCount),
});

const superfectaView = ({ bonusFund: fund }: RaceFacts, settings: RaceSettings) => {
  const { superfectaBonus: bonus, ledger } = settings;
  if (bonus === 0n || ledger === "play") return null;
  return { bonus, fund, isCovered: fund >= bonus, minimumBet: smallestStreakStake(settings) };
};

/** Everything needed for verification that is public by now. */
const proofOf = ({ row, commitSignature, lockSignature, resultSignature }: RaceFacts) => ({
  server_seed_hash: row.serverSeedHash,
  server_seed: row.serverSeed,
  nonce: finalNonce(row.nonce, row.beaconBlockhash),
  outcome_entropy: row.outcomeEntropy,
  beacon: beaconView(row),
  places: row.places && [...row.places],
  motionSeed: row.motionSeed,
  anchors: { commit: commitSignature, lock: lockSignature, result: resultSignature },
});

export const beaconView = ({ beaconSlot, beaconBlockSlot, beaconBlockhash }: RaceRow) =>
  beaconSlot === null
    ? null
    : { announcedSlot: beaconSlot, slot: beaconBlockSlot, blockhash: beaconBlockhash };

const timesOf = (row: RaceRow, { durationMs, ledger }: RaceSettings) => ({
  testing: ledger === "play",
  created_at: row.createdAt,
  bettingOpensAt: row.bettingOpensAt,
  countdownEndsAt: row.closesAt,
  startsAt: row.startsAt,
  completed_at: row.completedAt ?? row.refundedAt,
  durationMs,
  refund_reason: refundReasonOf(row),
});

/** An admin's own words are not part of it: they are in the rule log. */
export const refundReasonOf = ({ refundReason }: Pick<RaceRow, "refundReason">): RefundCause | null =>
  refundReason === null ? null : refundCause(refundReason);

interface HorseViewing {
  readonly facts: RaceFacts;
  readonly pool: Lamports;
  readonly settings: RaceSettings;
  readonly isHidden: boolean;
}

function horseView(horse: HorseFacts, { facts, pool, settings, isHidden }: HorseViewing): RaceHorse {
  const { bets, stakes } = facts.onHorses.get(horse.number) ?? { bets: 0, stakes: ZERO };
  const { record } = horse;
  return {
    ...namedHorse(horse),
    description: horse.description,
    wins: record.wins,
    races: record.races,
    pick_rate: record.pickRate,
    win_rate: record.winRate,
    betCount: isHidden ? null : bets,
    totalBetAmount: isHidden ? null : stakes,
    odds: isHidden ? null : oddsOf({ ...settings, pool, onHorse: stakes }),
  };
}
