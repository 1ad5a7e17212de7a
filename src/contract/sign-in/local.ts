import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

/** Calls that exist in local mode only; elsewhere they answer 404. */
export const local = {
  becomeLocalAdmin: endpoint({
    method: "POST",
    path: "/local/admin",
    access: "player",
    summary: "Local mode: makes the session's wallet an admin; 404 on devnet and mainnet",
    refuses: ["NOT_FOUND"],
    reply: z.object({ isAdmin: z.boolean() }),
  }),
};
