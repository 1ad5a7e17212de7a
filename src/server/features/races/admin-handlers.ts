import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { Clock } from "../../foundation/ports.ts";
import { listAllRaces, readRaceDetails } from "./read/admin-races.ts";
import { archiveHorse, deleteHorse } from "./stable/archive-horse.ts";
import { listHorses, saveHorse } from "./stable/change-stable.ts";

/** Number of bets of a race that a table shows at once. */
const BETS_SHOWN = 100;

/** What admins see of races, and the horses that run in them. */
export const adminRaceHandlers = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) =>
  ({
    listAllRaces: ({ query: { limit = DEFAULT_PAGE, ...query } }) => listAllRaces(db, { limit, ...query }),

    getRaceDetails: ({ params: { id }, query: { limit = BETS_SHOWN, ...query } }) =>
      readRaceDetails(db, { id, nowMs: clock.now(), limit, ...query }),

    listHorses: async () => ok({ horses: [...(await listHorses(db))] }),

    saveHorse: ({ body: { id = null, name, color, description, lane } }, { wallet: by }) =>
      saveHorse({ db, clock }, { id, name, color, description, lane, by }),

    archiveHorse: ({ params: { id }, body: { archived } }, { wallet: by }) =>
      archiveHorse({ db, clock }, { id, archived, by }),

    deleteHorse: ({ params: { id } }, { wallet: by }) => deleteHorse({ db, clock }, { id, by }),
  }) satisfies Partial<Handlers>;
