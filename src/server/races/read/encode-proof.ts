import * as z from "zod/mini";
import type { Api } from "../../../contract/api.ts";
import { lockedBet, racePayout, settledBet, verifiedRace } from "../../../contract/races/races.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import type { Db } from "../../db/database.ts";
import { EncodedReply } from "../../http/handler.ts";
import { jsonParts } from "../../http/json-parts.ts";
import { encodeInTurns } from "./encode-in-turns.ts";
import { type VerifyRefusal, verifyRace } from "./verify-race.ts";

type Encoded = Result<EncodedReply<"verifyRace">, VerifyRefusal>;

/**
 * Bodies of `verifyRace`. A race with 10,000 bets takes some megabytes: it is encoded in slices, and concurrent callers
 * for the same race share one reading.
 */
export function encodedProofs(db: Db): (raceId: string) => Promise<Encoded> {
  const underWay = new Map<string, Promise<Encoded>>();
  return (raceId) => {
    const known = underWay.get(raceId);
    if (known !== undefined) return known;
    const reading = encodeProof(db, raceId).finally(() => underWay.delete(raceId));
    underWay.set(raceId, reading);
    return reading;
  };
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
