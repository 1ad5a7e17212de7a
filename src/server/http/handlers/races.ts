import { DEFAULT_PAGE } from "../../../contract/codecs.ts";
import { ok } from "../../../domain/result.ts";
import type { Db } from "../../db/database.ts";
import { listPastRaces, readBetHistory } from "../../races/read-past-races.ts";
import type { RaceReader } from "../../races/read-race.ts";
import { publishedChains } from "../../races/seed-chain.ts";
import { readReplay, verifyRace } from "../../races/verify-race.ts";
import type { Handlers } from "../handler.ts";

interface Ports {
  readonly db: Db;
  readonly reader: RaceReader;
}

/** Races and their proofs. */
export const raceHandlers = ({ db, reader }: Ports) =>
  ({
    getActiveRace: async (_input, { wallet }) => ok(await reader.active(wallet)),

    getRace: ({ params }, { wallet }) => reader.one(params.id, wallet),

    listRaces: ({ query: { limit = DEFAULT_PAGE, cursor } }) => listPastRaces(db, { limit, cursor }),

    async verifyRace({ params }) {
      const verified = await verifyRace(db, params.id);
      return verified.ok ? ok({ race: verified.value }) : verified;
    },

    getReplay: ({ params }) => readReplay(db, params.id),

    getRaceHistory: ({ query: { limit = DEFAULT_PAGE, cursor } }, { wallet }) =>
      readBetHistory(db, { wallet, limit, cursor }),

    getSeedChain: async () => ok(await publishedChains(db)),
  }) satisfies Handlers;
