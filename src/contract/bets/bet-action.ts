import * as z from "zod/mini";
import { base64, raceId, sol, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/*
 * A bet on the open race from a link, as Solana Actions 2.4 describes it (npm: @solana/actions-spec): wallets and sites
 * show what GET describes, POST what was chosen, and send what the wallet signs to the chain themselves.
 */

const parameter = z.object({
  type: z.enum(["select", "number"]),
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  min: z.optional(sol),
  max: z.optional(sol),
  options: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
});

export const betActions = {
  describeBetAction: endpoint({
    method: "GET",
    path: "/actions/bet",
    access: "public",
    anyOrigin: true,
    summary: "Solana Action: what can be bet on the open race",
    reply: z.object({
      type: z.literal("action"),
      icon: z.string(),
      title: z.string(),
      description: z.string(),
      label: z.string(),
      disabled: z.boolean(),
      links: z.optional(
        z.object({
          actions: z.array(
            z.object({
              type: z.literal("transaction"),
              href: z.string(),
              label: z.string(),
              parameters: z.array(parameter),
            }),
          ),
        }),
      ),
    }),
  }),
  prepareBetAction: endpoint({
    method: "POST",
    path: "/actions/bet",
    access: "public",
    anyOrigin: true,
    summary: "Solana Action: a bet for the named account, which proves itself by paying",
    refuses: [
      "INVALID_BET_AMOUNT",
      "BET_TOO_SMALL",
      "BET_TOO_LARGE",
      "BETTING_CLOSED",
      "HORSE_NOT_IN_RACE",
      "PROFILE_REQUIRED",
      "NOTICE_REQUIRED",
      "NOT_SIGNED_IN",
      "MAINTENANCE",
      "NOT_READY",
      "COUNTRY_BLOCKED",
      "CHAIN_UNAVAILABLE",
    ],
    query: z.object({
      /** The race that was shown: never the one after it. */
      race: raceId,
      horse: z.enum(["1", "2", "3", "4", "5", "6"], { error: "must be a number from 1 to 6" }),
      /** SOL, as a person typed it. */
      amount: text(40),
    }),
    body: z.object({ account: wallet }),
    reply: z.object({ type: z.literal("transaction"), transaction: base64(2048), message: z.string() }),
    perMinute: 20,
    perDay: 500,
  }),
};
