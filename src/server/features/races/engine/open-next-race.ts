import { eq } from "drizzle-orm";
import { seedHash } from "../../../../domain/fairness.ts";
import { HORSE_COUNT } from "../../../../domain/horse-count.ts";
import { type Lamports, ZERO } from "../../../../domain/lamports.ts";
import { jackpotFunded } from "../../../../domain/postings.ts";
import {
  type RaceSettings,
  drawRaceType,
  freezeRaceSettings,
  locksBets,
  storeRaceSettings,
} from "../../../../domain/race-settings.ts";
import type { Settings } from "../../../../domain/settings.ts";
import type { Queryable, Tx } from "../../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../../foundation/db/lease.ts";
import {
  lockHouseActs,
  readActsLimit,
  recordHouseAct,
  sumHouseActs,
} from "../../../foundation/books/house-acts.ts";
import { lockBalance, post } from "../../../foundation/books/ledger.ts";
import { pauseEnd } from "../pause.ts";
import { type RaceRow, findNewestRace } from "../race-rows.ts";
import { readOpenLog } from "../../../foundation/public-log/read-log.ts";
import { lockSettings } from "../../../foundation/settings/change-setting.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { raceHorses, races } from "../../../foundation/db/schema/races.ts";
import { settings } from "../../../foundation/db/schema/settings.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { nextSpecialRace, openSpecialRace } from "../special/open-special-race.ts";
import { appendCommit } from "./commit-race.ts";
import { drawFraction } from "./draw-fraction.ts";
import type { SeedVault, TakenSeed } from "../seeds/seed-chain.ts";
import { readRunners, stockStable } from "./stable.ts";

export interface LockWallets {
  /** Has money moved to a hot wallet if none can pay for a lock memo. */
  readonly fill: () => Promise<void>;
  /**
   * The hot wallet that is to lock the bets of the race which the transaction creates; null while none can pay for the
   * memo (rule FAIR-15).
   */
  readonly choose: (tx: Tx) => Promise<string | null>;
}

interface Ports {
  readonly lockWallets: Pick<LockWallets, "choose">;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seeds: SeedVault;
  readonly lease: HeldLease;
  /** The limit of one admin that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
}

/**
 * Creates the next race once no race is open and the pause after the last one is over. In one transaction its seed is
 * taken, its settings are frozen, its jackpot is funded and its `commit` entry is appended to the public log (rules
 * RACE-3, RACE-4, FAIR-7, FAIR-12, RULELOG-4, MONEY-16, MONEY-22). Betting opens later, when a final memo anchors the
 * entry. Only admins can bet during maintenance: no jackpot is given then, and special races wait (rule JACKPOT-1).
 *
 * Answers the new race's id, or null when it is not time yet.
 */
export async function openNextRace(tx: Tx, ports: Ports): Promise<string | null> {
  await lockHouseActs(tx);
  // Until the race is committed to, no rule changes: the entries before its own have those that it is given.
  await lockSettings(tx);
  // After the settings, as a change of the network takes both (`change-network.ts`).
  await holdLease(tx, ports.lease.name, ports.lease.token);
  const rules = await readSettings(tx);
  // A race commits in a log, which opens once the house is unlocked and has a seed chain.
  if ((await readOpenLog(tx))?.network !== rules.network) {
    await ports.seeds.prepareChain(tx, rules.network);
    return null;
  }
  const last = await findNewestRace(tx);
  if (ports.clock.now() < dueAt(last, rules)) return null;
  await stockStable(tx, ports.clock);
  const special = rules.maintenance ? null : await nextSpecialRace(tx);
  const wanted = freezeRaceSettings(
    rules,
    special ?? { raceType: drawRaceType(rules, drawFraction(ports.entropy)) },
  );
  const lockWallet = locksBets(wanted) ? await ports.lockWallets.choose(tx) : null;
  if (locksBets(wanted) && lockWallet === null) return null;
  const seed = await ports.seeds.takeSeed(tx, {
    network: rules.network,
    anchored: wanted.ledger === "real",
  });
  if (seed === null) return null;
  const number = (last?.number ?? 0) + 1;
  const raceId = `race-${number}`;
  const frozen = special === null ? await fundJackpot(tx, ports, raceId, wanted, rules) : wanted;
  if (special !== null) await openSpecialRace(tx, special, { raceId, ledger: frozen.ledger });
  await insertRace(tx, { ports, raceId, number, frozen, lockWallet, seed, isSpecial: special !== null });
  return raceId;
}

/** When {@link openNextRace} may create a race, in epoch milliseconds; never while one is open. */
export async function nextRaceDueAt(q: Queryable): Promise<number> {
  return dueAt(await findNewestRace(q), await readSettings(q));
}

const dueAt = (last: RaceRow | null, rules: Settings): number =>
  last === null ? Number.NEGATIVE_INFINITY : (pauseEnd(last, rules) ?? Number.POSITIVE_INFINITY);

/**
 * A jackpot during maintenance, one that house equity does not cover, or with which the admin who set it would exceed
 * what one admin moves alone, is left out (rules JACKPOT-1, MONEY-16 and IDENTITY-5); play money needs no cover.
 */
async function fundJackpot(
  tx: Tx,
  ports: Ports,
  raceId: string,
  wanted: RaceSettings,
  { maintenance }: Settings,
): Promise<RaceSettings> {
  const { jackpot, ledger } = wanted;
  if (maintenance) return { ...wanted, jackpot: ZERO };
  if (jackpot === 0n || ledger === "play") return wanted;
  const at = new Date(ports.clock.now());
  const setter = await findLoneSetter(tx);
  const isTooMuch =
    setter !== null &&
    (await sumHouseActs(tx, setter, at)) + jackpot > (await readActsLimit(tx, ports.secondAdminAbove));
  if (isTooMuch || (await lockBalance(tx, "equity")) < jackpot) return { ...wanted, jackpot: ZERO };
  await post(tx, jackpotFunded({ raceId, jackpot }));
  if (setter !== null) await recordHouseAct(tx, { at, wallet: setter, kind: "jackpot", lamports: jackpot });
  return wanted;
}

/** The admin who set the jackpot of ordinary races without another admin's approval; null if there is none. */
async function findLoneSetter(tx: Tx): Promise<string | null> {
  const [stored] = await tx.select().from(settings).where(eq(settings.key, "jackpot_pool_amount"));
  return stored?.approvedBy === null ? stored.updatedBy : null;
}

interface Draft {
  readonly ports: Ports;
  readonly raceId: string;
  readonly number: number;
  readonly frozen: RaceSettings;
  readonly lockWallet: string | null;
  readonly seed: TakenSeed;
  readonly isSpecial: boolean;
}

async function insertRace(tx: Tx, { ports, raceId, number, frozen, lockWallet, seed, isSpecial }: Draft) {
  const createdAt = new Date(ports.clock.now());
  const runners = await readRunners(tx);
  if (runners.length !== HORSE_COUNT) throw new Error(`A race has six horses, ${runners.length} have a lane`);
  const horses = runners.map(({ id, name }, at) => ({ number: at + 1, id, name }));
  const committed = {
    seedHash: seedHash(seed.seed),
    // Not chosen freely, so that nobody can search for a nonce that suits them.
    baseNonce: String(seed.index),
  };
  const entry = await appendCommit(tx, createdAt, {
    raceId,
    number,
    ...committed,
    frozen,
    horses,
    lockWallet,
  });
  await tx.insert(races).values({
    id: raceId,
    number,
    status: "pending",
    raceType: frozen.raceType,
    isSpecial,
    ledger: frozen.ledger,
    settings: storeRaceSettings(frozen),
    ...entry,
    jackpot: frozen.jackpot,
    outcomeEntropy: frozen.outcomeEntropy,
    seedChainId: seed.chainId,
    seedIndex: seed.index,
    serverSeedHash: committed.seedHash,
    nonce: committed.baseNonce,
    createdAt,
  });
  await tx
    .insert(raceHorses)
    .values(runners.map(({ id, name, color }, at) => ({ raceId, number: at + 1, horseId: id, name, color })));
}
