import { seedHash } from "../../../domain/fairness.ts";
import { HORSE_COUNT } from "../../../domain/horse-count.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { commitmentMemo } from "../../../domain/memo.ts";
import { jackpotFunded } from "../../../domain/postings.ts";
import {
  type RaceSettings,
  drawRaceType,
  freezeRaceSettings,
  settingsHash,
  storeRaceSettings,
} from "../../../domain/race-settings.ts";
import type { RuleHead } from "../../../domain/rule-log.ts";
import type { Settings } from "../../../domain/settings.ts";
import type { Queryable, Tx } from "../../db/database.ts";
import { lockBalance, post } from "../../books/ledger.ts";
import { queueAnchor } from "../../books/payments.ts";
import { pauseEnd } from "../pause.ts";
import { type RaceRow, findNewestRace } from "../race-rows.ts";
import { readRules } from "../../rule-log/read-rules.ts";
import { readSettings } from "../../settings/stored-settings.ts";
import { raceHorses, races } from "../../db/schema/races.ts";
import type { Clock, Entropy } from "../../ports.ts";
import { nextSpecialRace, openSpecialRace } from "../special/open-special-race.ts";
import { drawFraction } from "./draw-fraction.ts";
import type { SeedVault, TakenSeed } from "../seeds/seed-chain.ts";
import { readRunners, stockStable } from "./stable.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seeds: SeedVault;
}

/**
 * Creates the next race once no race is open and the pause after the last one is over. In one transaction its seed is
 * taken, its settings are frozen, its jackpot is funded and its commitment is queued for the chain (rules RACE-3,
 * RACE-4, FAIR-7, FAIR-12, RULELOG-4, MONEY-16, MONEY-22). Betting opens later, when the commitment is confirmed.
 *
 * Answers the new race's id, or null when it is not time yet.
 */
export async function openNextRace(tx: Tx, ports: Ports): Promise<string | null> {
  const { settings, head } = await readRules(tx);
  if (head.row === 0) throw new Error("a race cannot commit to a rule log without a row");
  const last = await findNewestRace(tx);
  if (ports.clock.now() < dueAt(last, settings)) return null;
  await stockStable(tx, ports.clock);
  const special = await nextSpecialRace(tx);
  const wanted = freezeRaceSettings(
    settings,
    special ?? { raceType: drawRaceType(settings, drawFraction(ports.entropy)) },
  );
  const seed = await ports.seeds.takeSeed(tx, {
    network: settings.network,
    anchored: wanted.ledger === "real",
  });
  if (seed === null) return null;
  const number = (last?.number ?? 0) + 1;
  const raceId = `race-${number}`;
  const frozen = special === null ? await fundJackpot(tx, raceId, wanted) : wanted;
  await insertRace(tx, { ports, raceId, number, frozen, head, seed, isSpecial: special !== null });
  if (special !== null) await openSpecialRace(tx, special, { raceId, ledger: frozen.ledger });
  return raceId;
}

/** When {@link openNextRace} may create a race, in epoch milliseconds; never while one is open. */
export async function nextRaceDueAt(q: Queryable): Promise<number> {
  return dueAt(await findNewestRace(q), await readSettings(q));
}

const dueAt = (last: RaceRow | null, settings: Settings): number =>
  last === null ? Number.NEGATIVE_INFINITY : (pauseEnd(last, settings) ?? Number.POSITIVE_INFINITY);

/** A jackpot that house equity does not cover is left out; play money needs no cover. */
async function fundJackpot(tx: Tx, raceId: string, settings: RaceSettings): Promise<RaceSettings> {
  const { jackpot, ledger } = settings;
  if (jackpot === 0n || ledger === "play") return settings;
  if ((await lockBalance(tx, "equity")) < jackpot) return { ...settings, jackpot: ZERO };
  await post(tx, jackpotFunded({ raceId, jackpot }));
  return settings;
}

interface Draft {
  readonly ports: Ports;
  readonly raceId: string;
  readonly number: number;
  readonly frozen: RaceSettings;
  /** The head of the rule log, which covers every setting that is frozen. */
  readonly head: RuleHead;
  readonly seed: TakenSeed;
  readonly isSpecial: boolean;
}

async function insertRace(tx: Tx, { ports, raceId, number, frozen, head, seed, isSpecial }: Draft) {
  const createdAt = new Date(ports.clock.now());
  const commitment = {
    raceId,
    seedHash: seedHash(seed.seed),
    // Not chosen freely, so that nobody can search for a nonce that suits them.
    nonce: String(seed.index),
    settingsHash: settingsHash(frozen),
    rulesHash: head.hash,
  };
  const commitPaymentId = frozen.ledger === "play" ? null : `commit-${raceId}`;
  await tx.insert(races).values({
    id: raceId,
    number,
    status: "pending",
    raceType: frozen.raceType,
    isSpecial,
    ledger: frozen.ledger,
    settings: storeRaceSettings(frozen),
    settingsHash: commitment.settingsHash,
    rulesRow: head.row,
    rulesHash: head.hash,
    jackpot: frozen.jackpot,
    outcomeEntropy: frozen.outcomeEntropy,
    seedChainId: seed.chainId,
    seedIndex: seed.index,
    serverSeedHash: commitment.seedHash,
    nonce: commitment.nonce,
    commitPaymentId,
    createdAt,
  });
  const runners = await readRunners(tx);
  if (runners.length !== HORSE_COUNT) throw new Error(`A race has six horses, ${runners.length} have a lane`);
  await tx.insert(raceHorses).values(
    runners.map(({ id, name, color }, at) => ({
      raceId,
      number: at + 1,
      horseId: id,
      name,
      color,
    })),
  );
  if (commitPaymentId === null) return;
  await queueAnchor(tx, { id: commitPaymentId, memo: commitmentMemo(commitment), raceId, createdAt });
}
