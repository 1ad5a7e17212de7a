/** What a session's wallet may do right now. */
export interface Standing {
  readonly wallet: string;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
  /** The wallet has confirmed in the last ten minutes (rule ACCESS-8). */
  readonly isSteppedUp: boolean;
  readonly isBanned: boolean;
  /** Banned from the chat only (rule CHAT-7). */
  readonly isChatBanned: boolean;
}

/** How calls and sockets identify their caller; the sign-in feature provides it. */
export interface Sessions {
  /** The standing behind a cookie's token, or null when it is unknown, expired or revoked. */
  readonly standing: (token: string) => Promise<Standing | null>;
  /** The same for many tokens at once; a token missing from the result has no session. */
  readonly standings: (tokens: readonly string[]) => Promise<ReadonlyMap<string, Standing>>;
}
