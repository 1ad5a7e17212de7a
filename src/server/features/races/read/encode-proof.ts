import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import * as z from "zod/mini";
import type { Api } from "../../../../contract/api.ts";
import { lockedBet, racePayout, settledBet, verifiedRace } from "../../../../contract/races/verified-race.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../../domain/result.ts";
import { type Db, rowsOf } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { EncodedReply } from "../../../foundation/http/handler.ts";
import { jsonParts } from "../../../foundation/http/json-parts.ts";
import { encodeInTurns } from "./encode-in-turns.ts";
import { type VerifyRefusal, verifyRace } from "./verify-race.ts";

type Encoded = Result<EncodedReply<"verifyRace">, VerifyRefusal>;

/** Characters of the bodies that are held: several races with 10,000 bets. */
const MAX_HELD = 32 * 1024 * 1024;
/** When a race ends, every page asks for its proof within moments. */
const HELD_MS = 2_000;

/**
 * Bodies of `verifyRace`. A race with 10,000 bets takes some megabytes: it is encoded in slices, one race at a time,
 * and callers within two seconds share one reading (rule COST-2), unless somebody hides or shows figures meanwhile.
 */
export function encodedProofs(db: Db): (raceId: string) => Promise<Encoded> {
  const underWay = new Map<string, Promise<Encoded>>();
  const cache = new LRUCache<string, Extract<Encoded, { ok: true }>>({
    ttl: HELD_MS,
    maxSize: MAX_HELD,
    sizeCalculation: ({ value }) => value.text.length,
  });
  let last: Promise<unknown> = Promise.resolve();

  const keyOf = async (raceId: string) => `${raceId} ${await readHidden(db, raceId)}`;

  async function readAfter(earlier: Promise<unknown>, raceId: string, key: string): Promise<Encoded> {
    await earlier.catch(() => undefined);
    const encoded = await encodeProof(db, raceId);
    if (encoded.ok && (await keyOf(raceId)) === key) cache.set(key, encoded);
    return encoded;
  }

  return async (raceId) => {
    const key = await keyOf(raceId);
    const known = cache.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const reading = readAfter(last, raceId, key).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    last = reading;
    return reading;
  };
}

/**
 * Stands for the bettors of a race who hide their figures now, so that no older reading shows them (rule PRIVACY-6).
 */
async function readHidden(db: Db, raceId: string): Promise<string> {
  const [row] = await rowsOf<{ hidden: string }>(
    db,
    sql`select coalesce(sum(hashtextextended(${users.wallet}, 0)::numeric), 0)::text as hidden
          from ${bets} join ${users} on ${users.wallet} = ${bets.wallet}
         where ${bets.raceId} = ${raceId} and ${users.hidesFigures}`,
  );
  return row?.hidden ?? "";
}

async function encodeProof(db: Db, raceId: string): Promise<Encoded> {
  const verified = await verifyRace(db, raceId);
  if (!verified.ok) return verified;
  const race = await encodeRace(verified.value);
  return ok(new EncodedReply((await jsonParts({ success: true, race })).join("")));
}

async function encodeRace({ lockedBets, settlement, ...rest }: Reply<Api["verifyRace"]>["race"]) {
  const frame = z.encode(verifiedRace, {
    ...rest,
    lockedBets: lockedBets && { ...lockedBets, bets: [] },
    settlement: settlement && { ...settlement, bets: [], payouts: [] },
  });
  return {
    ...frame,
    lockedBets: frame.lockedBets && {
      ...frame.lockedBets,
      bets: await encodeInTurns(lockedBet, lockedBets?.bets ?? []),
    },
    settlement: frame.settlement && {
      ...frame.settlement,
      bets: await encodeInTurns(settledBet, settlement?.bets ?? []),
      payouts: await encodeInTurns(racePayout, settlement?.payouts ?? []),
    },
  };
}
