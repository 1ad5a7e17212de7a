import type { SocketEventName } from "../../../contract/wire/socket-events.ts";
import { invalidateQueries, type QueryName } from "../lib/query-keys.ts";

/** What may be out of date after an event of the socket. The race itself is not a query: see `race-feed.ts`. */
const STALE_AFTER: { readonly [Name in SocketEventName]?: readonly QueryName[] } = {
  "race-complete": [
    "lastRaces",
    "leaderboard",
    "balance",
    "user",
    "history",
    "stats",
    "repeat",
    "ownLimits",
    "underWay",
  ],
  "user-notification": [
    "notifications",
    "titles",
    "leaderboard",
    "balance",
    "user",
    "history",
    "stats",
    "repeat",
    "ownLimits",
    "underWay",
    "referrals",
    "referralSummary",
  ],
  "user-roles": ["session"],
  "chat-report-update": ["chatReports"],
};

/** A new connection has missed the events before it. */
const STALE_AFTER_CONNECTING: readonly QueryName[] = [
  "lastRaces",
  "notifications",
  "announcements",
  "titles",
  "leaderboard",
  "balance",
  "user",
  "history",
  "stats",
  "repeat",
  "ownLimits",
  "underWay",
  "referrals",
  "referralSummary",
  "chatReports",
];

export function markStaleAfter(event: SocketEventName | "connect"): void {
  void invalidateQueries(...(event === "connect" ? STALE_AFTER_CONNECTING : (STALE_AFTER[event] ?? [])));
}
