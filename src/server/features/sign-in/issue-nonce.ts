import type { AdminPurpose, StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import { signInNonces } from "../../foundation/db/schema/sign-in.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { hashOfToken, newToken, type SignInInput } from "./sign-in-text.ts";

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

const adminActions: Readonly<Record<AdminPurpose, string>> = {
  "house-money": "move house money",
  balances: "change the balances of players",
  players: "change players' names, referrers, flags and bans",
  admins: "appoint and remove admins",
  sessions: "end sessions of admins",
  "house-wallets": "unlock, lock and change the house wallets",
  nodes: "choose the Solana network of the game, and the nodes that it believes",
  settings: "change the settings of the game",
  content: "change horses, titles, emotes, announcements and the theme",
};

/**
 * What the wallet shows: what the caller is about to do, and everything else that the confirmation allows (rule
 * ACCESS-8).
 */
function statementFor(purpose: StepUpPurpose | undefined): string {
  if (purpose === undefined) return "Sign in to Furlong. This costs nothing and moves no money.";
  if (purpose === "balance-bets") {
    return "Confirm on Furlong: larger bets from your balance. For 24 hours this browser may then place them.";
  }
  return `Confirm as an admin of Furlong: ${adminActions[purpose]}. For ten minutes this browser may then do all that admins confirm.`;
}

/**
 * Starts a sign-in or a step-up: a nonce that works once, for five minutes, for this host and this browser (rule
 * IDENTITY-1). The browser's token itself is not stored.
 */
export async function issueNonce({ db, clock, entropy }: Ports, request: Request): Promise<IssuedNonce> {
  const isKnown = request.browserToken !== null && browserTokenPattern.test(request.browserToken);
  const browserToken = isKnown ? request.browserToken : newToken(entropy);
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
