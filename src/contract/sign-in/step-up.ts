import * as z from "zod/mini";
import { base64, instant, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { nonce, signInInput } from "./sign-in.ts";

/** Actions that an admin confirms by signature first; the text that the wallet shows names the purpose. */
const stepUpPurposes = ["house-money", "balances", "admins", "house-wallets", "nodes"] as const;
export type StepUpPurpose = (typeof stepUpPurposes)[number];

export const stepUp = {
  createStepUpNonce: endpoint({
    method: "POST",
    path: "/auth/step-up/nonce",
    access: "admin",
    summary: "Begin to confirm an action with the wallet: what it is to sign, usable once",
    body: z.object({
      purpose: z.enum(stepUpPurposes),
    }),
    reply: z.object({ input: signInInput }),
    perMinute: 30,
  }),
  verifyStepUp: endpoint({
    method: "POST",
    path: "/auth/step-up/verify",
    access: "admin",
    claims: ["body.address"],
    summary: "Confirm with the wallet: raises this session for ten minutes",
    body: z.object({ address: wallet, nonce, signedMessage: base64(4096), signature: base64(88) }),
    reply: z.object({ wallet, expiresAt: instant, until: instant }),
    perMinute: 30,
  }),
};
