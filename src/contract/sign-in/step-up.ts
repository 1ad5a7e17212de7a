import * as z from "zod/mini";
import { instant, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { addressProof, signInInput } from "./sign-in.ts";

/** What an admin confirms by signature first; the text that the wallet shows names the purpose. */
const adminPurposes = [
  "house-money",
  "balances",
  "players",
  "admins",
  "sessions",
  "house-wallets",
  "nodes",
  "settings",
  "content",
] as const;
export type AdminPurpose = (typeof adminPurposes)[number];

/** `balance-bets` is a player's; it raises nothing that an admin does. */
const stepUpPurposes = [...adminPurposes, "balance-bets"] as const;
export type StepUpPurpose = (typeof stepUpPurposes)[number];

export const stepUp = {
  createStepUpNonce: endpoint({
    method: "POST",
    path: "/auth/step-up/nonce",
    access: "player",
    summary: "Begin to confirm an action with the wallet: what it is to sign, usable once",
    refuses: ["ORIGIN_NOT_ALLOWED", "NOT_ADMIN"],
    body: z.object({
      purpose: z.enum(stepUpPurposes),
    }),
    reply: z.object({ input: signInInput }),
    perMinute: 30,
  }),
  verifyStepUp: endpoint({
    method: "POST",
    path: "/auth/step-up/verify",
    access: "player",
    claims: ["body.address"],
    summary: "Confirm with the wallet: sets the step-up cookie, which raises the session in this browser",
    refuses: ["NONCE_INVALID", "SIGNATURE_INVALID", "ORIGIN_NOT_ALLOWED"],
    body: addressProof,
    reply: z.object({ wallet, expiresAt: instant, until: instant }),
    perMinute: 30,
  }),
};
