import type { SignedInCaller } from "./handler.ts";

/** What a session's wallet may do right now. */
export interface SessionState extends SignedInCaller {
  readonly isBanned: boolean;
  /** Banned from the chat only (rule CHAT-7). */
  readonly isChatBanned: boolean;
}

/** The tokens of the cookies by which a caller is known. */
export interface CallerTokens {
  readonly session: string;
  /** Null without the step-up cookie. */
  readonly stepUp: string | null;
}

/** How calls and sockets identify their caller; the sign-in feature provides it. */
export interface Sessions {
  /** The session behind the cookies' tokens, or null when it is unknown, expired or revoked. */
  readonly state: (tokens: CallerTokens) => Promise<SessionState | null>;
  /** The same for many sessions at once, without step-ups; a token missing from the result has no session. */
  readonly states: (sessions: readonly string[]) => Promise<ReadonlyMap<string, SessionState>>;
}
