import * as z from "zod/mini";
import { betId, numericId, raceId } from "../wire/codecs.ts";
import { publicBet, race, raceHorse } from "./race-shape.ts";

/** Replaces `race-update` for sockets that asked for it; see race-change.ts. The page does not need its schema. */
export const raceChangeEvent = {
  audience: "everyone",
  summary:
    "What changed in the race since the last update, to sockets with `raceUpdates=changes` in their handshake: the changed fields, and those of its horses and bets that changed, each with its id",
  payload: z.object({
    race: z.extend(z.partial(race), {
      id: raceId,
      horses: z.optional(z.array(z.extend(z.partial(raceHorse), { id: numericId }))),
      bets: z.optional(z.array(z.extend(z.partial(publicBet), { id: betId }))),
    }),
  }),
} as const;
