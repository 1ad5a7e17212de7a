import * as z from "zod/mini";
import { raceStatuses, raceTypes } from "../../domain/race-terms.ts";
import { approval } from "../approvals/approvals.ts";
import { adminList } from "../wire/admin-list.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { instant, nextCursor, raceId, rowId, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/typed-text.ts";
import { specialRaceTerms } from "./special-race-terms.ts";

/** Maximum number of special races that wait to be run. */
export const MAX_SPECIAL_RACES = 50;

/** A race that an admin asked for. */
export const specialRace = z.object({
  id: rowId,
  raceType: z.enum(raceTypes),
  /** Percent. */
  houseEdge: z.number(),
  jackpotAmount: sol,
  minBets: z.int(),
  countdownSeconds: z.int(),
  requestedBy: wallet,
  requestedAt: instant,
  /** The race it became; null while it waits for the open one. */
  raceId: z.nullable(raceId),
});

const queue = z.array(specialRace);

/** A special race that no longer waits, and what became of it. */
const pastSpecialRace = z.object({
  ...specialRace.shape,
  /** Status of the race that it became; null if it was cancelled. */
  status: z.nullable(z.enum(raceStatuses)),
  cancelledAt: z.nullable(instant),
  cancelledBy: z.nullable(wallet),
});

/** What the special races that no longer wait can be ordered by. */
export const pastSpecialOrders = ["requested"] as const;

export const specialRaces = {
  listSpecialRaces: endpoint({
    method: "GET",
    path: "/admin/special-race",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "The queued special races, in the order in which they run, and a page of the others; `search`, for those, is the id or number of a race, or the beginning of the wallet that requested it",
    query: z.object({ ...adminQuery, ...adminList(pastSpecialOrders) }),
    reply: z.object({
      specialRaces: queue,
      /** Most recently requested first. */
      past: z.array(pastSpecialRace),
      /** Of the past ones; the queue is always whole. */
      nextCursor,
    }),
  }),
  createSpecialRace: endpoint({
    method: "POST",
    path: "/admin/special-race",
    access: "admin",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Request a special race; it runs after the open one, its jackpot from house equity",
    refuses: [
      "EQUITY_TOO_LOW",
      "SPECIAL_EVENTS_DISABLED",
      "SPECIAL_RACES_FULL",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({ ...adminBody, ...specialRaceTerms, reason }),
    reply: z.object({
      /** Null while it waits for another admin. */
      specialRace: z.nullable(specialRace),
      approval: z.nullable(approval),
    }),
    status: 201,
  }),
  orderSpecialRaces: endpoint({
    method: "POST",
    path: "/admin/special-race/order",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Change the order of the queued special races",
    refuses: ["SPECIAL_RACES_CHANGED"],
    body: z.object({
      ...adminBody,
      /** All special races that wait, each once. */
      ids: z
        .array(rowId, { error: "must be a list of ids" })
        .check(z.maxLength(MAX_SPECIAL_RACES, { error: `must be at most ${MAX_SPECIAL_RACES}` })),
    }),
    reply: z.object({ specialRaces: queue, changed }),
  }),
  cancelSpecialRace: endpoint({
    method: "DELETE",
    path: "/admin/special-race/:id",
    access: "admin",
    movesMoney: true,
    claims: adminReadClaims,
    summary: "Cancel a queued special race; its jackpot goes back to house equity",
    refuses: ["SPECIAL_RACE_NOT_FOUND", "SPECIAL_RACE_OPENED", "SPECIAL_RACE_CANCELLED"],
    params: z.object({ id: rowId }),
    query: z.object({ ...adminQuery, reason }),
    reply: z.object({ specialRace }),
  }),
};
