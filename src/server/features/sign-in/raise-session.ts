import { and, eq, gt, isNull } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { sessions } from "../../foundation/db/schema/sign-in.ts";
import type { StepUp } from "../../foundation/http/handler.ts";
import type { Entropy } from "../../foundation/ports.ts";
import { hashOfToken, newToken } from "./sign-in-text.ts";

/** How long a confirmation holds: an admin's for what changes money or rules, a player's for larger bets. */
const ADMIN_STEP_UP_MS = 10 * 60_000;
const BALANCE_STEP_UP_MS = DAY_MS;

interface Raise {
  readonly sessionToken: string;
  /** The step-up cookie that the browser has already, if it is this session's. */
  readonly stepUpToken: string | null;
  readonly wallet: string;
  readonly purpose: StepUpPurpose;
  readonly at: Date;
}

export interface RaisedSession {
  /** For the step-up cookie only. */
  readonly token: string;
  /** When the session ends. */
  readonly expiresAt: Date;
  /** When the confirmation ends. */
  readonly until: Date;
}

/**
 * Records that a session's wallet has confirmed a purpose, in the browser that gets the step-up cookie; null if the
 * session has ended. A browser without this session's step-up cookie starts anew, and what another one confirmed before
 * is void (rule ACCESS-8).
 */
export async function raiseSession(
  tx: Tx,
  entropy: Entropy,
  { sessionToken, stepUpToken, wallet, purpose, at }: Raise,
): Promise<RaisedSession | null> {
  const isThisSession = eq(sessions.tokenHash, hashOfToken(sessionToken));
  const [session] = await tx
    .select({ stepUpHash: sessions.stepUpHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(
      and(isThisSession, eq(sessions.wallet, wallet), isNull(sessions.revokedAt), gt(sessions.expiresAt, at)),
    )
    .for("update");
  if (session === undefined) return null;
  const isSameBrowser = stepUpToken !== null && hashOfToken(stepUpToken) === session.stepUpHash;
  const token = isSameBrowser ? stepUpToken : newToken(entropy);
  await tx
    .update(sessions)
    .set({
      ...(!isSameBrowser && {
        stepUpHash: hashOfToken(token),
        steppedUpAt: null,
        balanceSteppedUpAt: null,
      }),
      ...(purpose === "balance-bets" ? { balanceSteppedUpAt: at } : { steppedUpAt: at }),
    })
    .where(isThisSession);
  const lifeMs = purpose === "balance-bets" ? BALANCE_STEP_UP_MS : ADMIN_STEP_UP_MS;
  return { token, expiresAt: session.expiresAt, until: new Date(at.getTime() + lifeMs) };
}

type StoredStepUp = Pick<typeof sessions.$inferSelect, "stepUpHash" | "steppedUpAt" | "balanceSteppedUpAt">;

/** What a session's wallet has confirmed in the browser with this step-up cookie; undefined in any other. */
export function stepUpOf(session: StoredStepUp, stepUpToken: string | null, now: number): StepUp | undefined {
  if (stepUpToken === null || hashOfToken(stepUpToken) !== session.stepUpHash) return undefined;
  const balanceEnd = endOf(session.balanceSteppedUpAt, BALANCE_STEP_UP_MS);
  return {
    adminUntil: endOf(session.steppedUpAt, ADMIN_STEP_UP_MS),
    balanceBetsUntil: balanceEnd !== null && now < balanceEnd.getTime() ? balanceEnd : null,
  };
}

const endOf = (at: Date | null, lifeMs: number): Date | null =>
  at === null ? null : new Date(at.getTime() + lifeMs);
