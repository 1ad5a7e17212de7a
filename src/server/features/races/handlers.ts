import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";
import { readPublicLog } from "../../foundation/public-log/read-note.ts";
import { encodedProofs } from "./read/encode-proof.ts";
import { betProofs } from "./read/locked-bets.ts";
import { readBetHistory } from "./read/read-bet-history.ts";
import { listPastRaces } from "./read/read-past-races.ts";
import { listRaceBets } from "./read/race-bets.ts";
import type { RaceReader } from "./read/read-race.ts";
import { publishedChains } from "./seeds/seed-chain.ts";
import { readReplay } from "./read/verify-race.ts";
import type { Handlers } from "../../foundation/http/handler.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly reader: RaceReader;
}

/** Races and their proofs. */
export function raceHandlers({ db, clock, reader }: Ports) {
  const proofOf = betProofs(db);
  const encodedProof = encodedProofs(db);
  return {
    getActiveRace: async (_input, { wallet }) => ok(await reader.readNewest(wallet)),

    getRace: ({ params }, { wallet }) => reader.readOne(params.id, wallet),

    getRaceBets: ({ params, query: { limit = DEFAULT_PAGE, cursor } }) =>
      listRaceBets(db, { raceId: params.id, nowMs: clock.now(), limit, cursor }),

    listRaces: ({ query: { limit = DEFAULT_PAGE, cursor } }) => listPastRaces(db, { limit, cursor }),

    verifyRace: ({ params }) => encodedProof(params.id),

    async getBetProof({ params }, { wallet }) {
      const proof = await proofOf(params.id, wallet);
      return proof.ok ? ok({ proof: proof.value }) : proof;
    },

    getReplay: ({ params }) => readReplay(db, params.id),

    getRaceHistory: ({ query: { limit = DEFAULT_PAGE, ...query } }, { wallet }) =>
      readBetHistory(db, { ...query, wallet, limit }),

    getSeedChain: async () => ok({ ...(await publishedChains(db)), log: await readPublicLog(db) }),
  } satisfies Partial<Handlers>;
}
