import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

export const health = {
  getLiveness: endpoint({
    method: "GET",
    path: "/health/live",
    access: "public",
    summary: "The process runs",
    reply: z.object({}),
  }),
  getReadiness: endpoint({
    method: "GET",
    path: "/health/ready",
    access: "public",
    summary: "Every dependency answers; 503 NOT_READY names the one that does not",
    refuses: ["NOT_READY"],
    /** An instance whose house wallets are locked is ready: an admin must reach it to unlock them. */
    reply: z.object({
      dependencies: z.array(z.object({ name: z.string(), ready: z.boolean() })),
      house: z.enum(["locked", "unlocked"]),
    }),
  }),
};
