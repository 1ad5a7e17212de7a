import { and, desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import type { OwnBet, Race } from "../../../../contract/races/race-shape.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { inBatches } from "../../../foundation/in-batches.ts";
import { EncodedReply } from "../../../foundation/http/handler.ts";
import type { Clock } from "../../../foundation/ports.ts";
import type { Settings } from "../../../../domain/settings.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { endOf, pauseEnd } from "../pause.ts";
import { activeRaceText, NO_RACE_TEXT } from "./encode-race.ts";
import { type RaceFacts, readNewestRaceFacts, readRaceFacts } from "./race-facts.ts";
import { raceView } from "./race-view.ts";

/** How long a read of the newest race may be reused; its time-dependent parts are always current. */
const FRESH_MS = 250;

const MAX_OWN_BETS = 256;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** Reads of one race at a time. Nothing here can see a secret: secrets are not stored in the open. */
export interface RaceReader {
  /** The body with the open race, or with the last one until the next is created. At most 250 ms old. */
  readNewest(viewer: string | null): Promise<EncodedReply<"getActiveRace">>;
  /** The same race as a visitor sees it; null before the first. */
  readNewestForAll(): Promise<Race | null>;
  readOne(raceId: string, viewer: string | null): Promise<Result<Reply<Api["getRace"]>, "RACE_NOT_FOUND">>;
  /** This process changed the newest race: the next request re-reads it. */
  invalidate(): void;
  /** The race as it is stored at this moment, for events. */
  readFresh(raceId: string): Promise<Race | null>;
}

export function raceReader({ db, clock }: Ports): RaceReader {
  const newest = cachedRead(clock, () => readNewestWithPause(db));
  const view = (facts: RaceFacts, viewer: string | null) => raceView(facts, { nowMs: clock.now(), viewer });

  const findOwnBet = inBatches(MAX_OWN_BETS, (lookups: readonly AskedBet[]) => readOwnBets(db, lookups));
  async function ownBet(facts: RaceFacts, viewer: string | null, settings: Settings | null) {
    const bet = viewer === null ? null : await findOwnBet({ raceId: facts.row.id, wallet: viewer });
    return bet && ownBetView(bet, facts, settings);
  }

  return {
    async readNewest(viewer) {
      const read = await newest.read();
      if (read === null) return new EncodedReply(NO_RACE_TEXT);
      const { facts, nextRaceAt, settings } = read;
      const yourBet = await ownBet(facts, viewer, settings);
      const viewing = { nowMs: clock.now(), viewer, yourBet, nextRaceAt };
      return new EncodedReply(activeRaceText(facts, viewing));
    },
    async readNewestForAll() {
      const read = await newest.read();
      return read && view(read.facts, null);
    },
    async readOne(raceId, viewer) {
      const facts = await readRaceFacts(db, raceId);
      if (facts === null) return refuse("RACE_NOT_FOUND");
      const settings = await settingsFor(db, facts);
      return ok({ race: view(facts, viewer), yourBet: await ownBet(facts, viewer, settings) });
    },
    invalidate: newest.invalidate,
    async readFresh(raceId) {
      const facts = await readRaceFacts(db, raceId);
      return facts && view(facts, null);
    },
  };
}

/** The newest race and, once it is over, the time of the next one. */
async function readNewestWithPause(db: Db) {
  const facts = await readNewestRaceFacts(db);
  if (facts === null) return null;
  const settings = await settingsFor(db, facts);
  return { facts, settings, nextRaceAt: settings && pauseEnd(facts.row, settings) };
}

/**
 * The settings while something about the race follows from them: the end of the pause, or when bets can be taken back.
 */
const settingsFor = async (db: Db, { row }: RaceFacts): Promise<Settings | null> =>
  row.status === "pending" || endOf(row) !== null ? readSettings(db) : null;

/** Shares one answer among all callers while it is fresh; a failure is not cached. */
function cachedRead<T>(clock: Clock, ask: () => Promise<T>) {
  let cached: { readonly atMs: number; readonly answer: Promise<T> } | null = null;
  const invalidate = () => {
    cached = null;
  };
  const read = () => {
    if (cached !== null && clock.now() - cached.atMs < FRESH_MS) return cached.answer;
    const entry = { atMs: clock.now(), answer: ask() };
    cached = entry;
    entry.answer.catch(() => {
      if (cached === entry) invalidate();
    });
    return entry.answer;
  };
  return { read, invalidate };
}

interface AskedBet {
  readonly raceId: string;
  readonly wallet: string;
}

type BetRow = typeof bets.$inferSelect;

/** Each wallet's newest bet in its race, in the order requested; null where it has none. */
async function readOwnBets(db: Db, lookups: readonly AskedBet[]): Promise<(BetRow | null)[]> {
  const anyOf = (values: readonly string[]) => sql`any(${sql.param([...new Set(values)])}::text[])`;
  const rows = await db
    .select()
    .from(bets)
    .where(
      and(
        sql`${bets.raceId} = ${anyOf(lookups.map(({ raceId }) => raceId))}`,
        sql`${bets.wallet} = ${anyOf(lookups.map(({ wallet }) => wallet))}`,
        eq(bets.status, "confirmed"),
      ),
    )
    .orderBy(desc(bets.confirmedAt));
  const keyOf = ({ raceId, wallet }: AskedBet) => `${raceId} ${wallet}`;
  const newest = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  return lookups.map((one) => newest.get(keyOf(one)) ?? null);
}

/** Null for a bet that was given back before its race was settled: it is none of that race's bets. */
function ownBetView(bet: BetRow, { row, horses }: RaceFacts, settings: Settings | null): OwnBet | null {
  const isOfRace = row.status === "refunded" || bet.settledAt?.getTime() === row.settledAt?.getTime();
  if (bet.result === "refunded" && !isOfRace) return null;
  const { confirmedAt } = bet;
  return {
    id: bet.id,
    race_id: bet.raceId,
    horse_id: bet.horseId,
    horse_number: bet.horseNumber,
    horse_name: horses.find(({ number }) => number === bet.horseNumber)?.name ?? "",
    bet_amount: bet.stake,
    payout_amount: bet.payout,
    result: bet.result,
    takeBackFrom:
      row.status === "pending" && confirmedAt && settings
        ? new Date(confirmedAt.getTime() + settings.takeBackAfterMs)
        : null,
  };
}
