import { DEFAULT_PAGE } from "../../../../contract/wire/codecs.ts";
import { ok } from "../../../../domain/result.ts";
import type { Db } from "../../../foundation/db/database.ts";
import type { Handlers } from "../../../foundation/http/handler.ts";
import type { PerformOrAsk } from "../../../foundation/house-actions.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { specialRaceAction } from "./ask-special-race.ts";
import { cancelSpecialRace, orderSpecialRaces } from "./change-queue.ts";
import { asSpecialRace, listPast, readQueue } from "./special-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly performOrAsk: PerformOrAsk;
}

/** The races that admins request (rules RACE-4 and MONEY-22). */
export const specialRaceHandlers = (ports: Ports) =>
  ({
    async listSpecialRaces({ query: { limit = DEFAULT_PAGE, ...query } }) {
      const listed = await listPast(ports.db, { limit, ...query });
      if (!listed.ok) return listed;
      return ok({ specialRaces: (await readQueue(ports.db)).map(asSpecialRace), ...listed.value });
    },

    async createSpecialRace({ body: { reason = null, ...request } }, { wallet: by }) {
      const outcome = await ports.performOrAsk(specialRaceAction(ports), { request, by, reason });
      if (!outcome.ok) return outcome;
      const { done, approval } = outcome.value;
      return ok({ specialRace: done && asSpecialRace(done), approval });
    },

    async orderSpecialRaces({ body: { ids } }, { wallet: by }) {
      const ordered = await orderSpecialRaces(ports, { ids, by });
      if (!ordered.ok) return ordered;
      const { queue, changed } = ordered.value;
      return ok({ specialRaces: queue.map(asSpecialRace), changed });
    },

    async cancelSpecialRace({ params: { id }, query: { reason = null } }, { wallet: by }) {
      const cancelled = await cancelSpecialRace(ports, { id, by, reason });
      return cancelled.ok ? ok({ specialRace: asSpecialRace(cancelled.value) }) : cancelled;
    },
  }) satisfies Partial<Handlers>;
