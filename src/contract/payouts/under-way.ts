import * as z from "zod/mini";
import { playerPaymentKinds } from "../../domain/payment-terms.ts";
import { instant, raceId, rowId, signature, sol } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const underWayStates = ["waiting", "sent"] as const;

/** A payment to the player that is not final yet. */
const underWay = z.object({
  id: rowId,
  kind: z.enum(playerPaymentKinds),
  amount: sol,
  race_id: z.nullable(raceId),
  created_at: instant,
  /** `waiting`: not signed yet. `sent`: it may land. */
  state: z.enum(underWayStates),
  /** How many of the house's payments are signed before this one; null once it is signed. */
  ahead: z.nullable(z.int()),
  signature: z.nullable(signature),
});

/** Maximum number of payments listed in one answer, oldest first. */
export const MAX_UNDER_WAY = 20;

export const paymentsUnderWay = {
  listUnderWay: endpoint({
    method: "GET",
    path: "/wallet/payments",
    access: "player",
    summary: "The caller's payments that are not final yet, and the state of each",
    reply: z.object({
      payments: z.array(underWay),
      /** Number of all of them; at most 20 are listed. */
      count: z.int(),
    }),
  }),
};
