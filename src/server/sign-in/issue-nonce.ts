import type { StepUpPurpose } from "../../contract/sign-in/step-up.ts";
import { signInNonces } from "../db/schema/sign-in.ts";
import type { Db } from "../db/database.ts";
import type { Clock, Entropy } from "../ports.ts";
import { hashOfToken, type SignInInput } from "./sign-in-text.ts";

/** How long a sign-in may take, from the click to the signed message. */
const NONCE_LIFE_MS = 5 * 60_000;

const browserTokenPattern = /^[A-Za-z0-9_-]{43}$/;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface Request {
  /** Host and port of the site, as in its address bar. */
  readonly host: string;
  readonly origin: string;
  /** `solana:localnet`, `solana:devnet` or `solana:mainnet`. */
  readonly chainId: string;
  /** The short-lived cookie that this browser already has, so that two tabs can sign in at once. */
  readonly browserToken: string | null;
  /** What a step-up confirms; absent for a sign-in. */
  readonly purpose?: StepUpPurpose;
}

export interface IssuedNonce {
  readonly input: SignInInput;
  readonly browserToken: string;
  readonly expiresAt: Date;
}

const stepUps: Readonly<Record<StepUpPurpose, string>> = {
  "house-money": "move house money",
  balances: "change the balances of players",
  admins: "appoint and remove admins",
  "house-wallets": "unlock and change the house wallets",
  nodes: "choose the Solana network of the game, and the nodes that it believes",
};

/**
 * What the wallet shows: what the admin is about to do, and that the confirmation covers more than that (rule ACCESS-8).
 */
const statementFor = (purpose: StepUpPurpose | undefined): string =>
  purpose === undefined
    ? "Sign in to Furlong. This costs nothing and moves no money."
    : `Confirm as an admin of Furlong: ${stepUps[purpose]}. For ten minutes this session may then do all that admins confirm.`;

/**
 * Starts a sign-in or a step-up: a nonce that works once, for five minutes, for this host and this browser (rule
 * IDENTITY-1). The browser's token itself is not stored.
 */
export async function issueNonce({ db, clock, entropy }: Ports, request: Request): Promise<IssuedNonce> {
  const kept = request.browserToken !== null && browserTokenPattern.test(request.browserToken);
  const browserToken = kept ? request.browserToken : Buffer.from(entropy.bytes(32)).toString("base64url");
  const issuedAt = new Date(clock.now());
  const expiresAt = new Date(clock.now() + NONCE_LIFE_MS);
  const input: SignInInput = {
    domain: request.host,
    uri: request.origin,
    statement: statementFor(request.purpose),
    version: "1",
    chainId: request.chainId,
    nonce: Buffer.from(entropy.bytes(16)).toString("hex"),
    issuedAt: issuedAt.toISOString(),
    expirationTime: expiresAt.toISOString(),
  };
  await db.insert(signInNonces).values({
    nonce: input.nonce,
    browserHash: hashOfToken(browserToken),
    input,
    expiresAt,
    purpose: request.purpose ?? null,
  });
  return { input, browserToken, expiresAt };
}
