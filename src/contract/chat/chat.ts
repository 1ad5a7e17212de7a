import * as z from "zod/mini";
import { instant, rowId, wallet } from "../wire/codecs.ts";

/** A message as it is shown: text from a person, to be rendered as text. */
export const chatMessage = z.object({
  id: rowId,
  walletAddress: wallet,
  username: z.string(),
  content: z.string(),
  room: z.string(),
  timestamp: instant,
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  active_title: z.nullable(z.string()),
  is_streamer: z.boolean(),
  is_partner: z.boolean(),
});
