import * as z from "zod/mini";
import { base64, instant, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** What a wallet is asked to sign; the message text is built from it and the address (Sign In With Solana). */
export const signInInput = z.object({
  domain: z.string(),
  uri: z.string(),
  statement: z.string(),
  version: z.literal("1"),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: instant,
  expirationTime: instant,
});
export type SignInInput = z.output<typeof signInInput>;

const nonce = z.string().check(z.regex(/^[0-9A-Za-z]{8,128}$/, { error: "must be a sign-in nonce" }));

const eitherWay = "must come with signedMessage, or signedTransaction in place of both";

/**
 * The proof of an address: the server's text, signed as a message, or in a transaction that is never sent, for wallets
 * that sign no messages (rule IDENTITY-8).
 */
export const addressProof = z
  .object({
    address: wallet,
    nonce,
    signedMessage: z.optional(base64(4096)),
    signature: z.optional(base64(88)),
    signedTransaction: z.optional(base64(2048)),
  })
  .check(
    z.refine(
      ({ signedMessage, signature, signedTransaction }) =>
        signedTransaction === undefined
          ? signedMessage !== undefined && signature !== undefined
          : signedMessage === undefined && signature === undefined,
      { error: eitherWay, path: ["signature"] },
    ),
  );

export const auth = {
  createSignInNonce: endpoint({
    method: "POST",
    path: "/auth/nonce",
    access: "public",
    summary: "Begin to sign in: what the wallet is to sign, usable once and for five minutes by this browser",
    refuses: ["ORIGIN_NOT_ALLOWED"],
    reply: z.object({ input: signInInput }),
    perMinute: 30,
  }),
  verifySignIn: endpoint({
    method: "POST",
    path: "/auth/verify",
    access: "public",
    summary: "Sign in: proves the address by its signature and sets the session cookie",
    refuses: ["NONCE_INVALID", "SIGNATURE_INVALID", "ORIGIN_NOT_ALLOWED"],
    body: addressProof,
    reply: z.object({ wallet, expiresAt: instant }),
    perMinute: 30,
  }),
  signOut: endpoint({
    method: "POST",
    path: "/auth/logout",
    access: "public",
    summary: "Sign out: ends the session, if there is one",
    reply: z.object({}),
  }),
  getSession: endpoint({
    method: "GET",
    path: "/auth/session",
    access: "public",
    summary: "Who is signed in, and with which roles",
    reply: z.object({
      wallet: z.nullable(wallet),
      isAdmin: z.boolean(),
      isModerator: z.boolean(),
      /** Missing while the wallet has confirmed nothing. */
      stepUpUntil: z.optional(instant),
    }),
  }),
  checkAdmin: endpoint({
    method: "GET",
    path: "/admin/check",
    access: "public",
    claims: ["header"],
    summary: "Whether the session's wallet is an admin",
    reply: z.object({ isAdmin: z.boolean() }),
  }),
};
