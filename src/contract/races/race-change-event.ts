import * as z from "zod/mini";
import { betId, numericId, raceId } from "../wire/codecs.ts";
import { publicBet, race, raceHorse } from "./race-shape.ts";

/** Replaces `race-update` for sockets that asked for it; see race-change.ts. The page does not need its schema. */
export const raceChangeEvent = {
  audience: "everyone",
  summary:
    "What of the race changed since it was told last, to sockets with `raceUpdates=changes` in their handshake: changed fields, and of its horses and bets those that changed, each with its id",
  payload: z.object({
    race: z.extend(z.partial(race), {
      id: raceId,
      horses: z.optional(z.array(z.extend(z.partial(raceHorse), { id: numericId }))),
      bets: z.optional(z.array(z.extend(z.partial(publicBet), { id: betId }))),
    }),
  }),
} as const;
