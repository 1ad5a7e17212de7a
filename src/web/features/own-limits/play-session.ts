import { readStored, writeStored } from "../../foundation/lib/storage.ts";

/*
 * How long somebody has played: while the page is open, and across reloads and short absences. All pages of a browser
 * share one session; it is stored in local storage.
 */

export interface PlaySession {
  readonly address: string;
  readonly startedAtMs: number;
  /** When one of its pages was last open. */
  readonly seenAtMs: number;
  /** The time from which the interval to the next reminder counts. */
  readonly remindedAtMs: number;
}

/** After a longer absence the session starts over. */
const BREAK_MS = 15 * 60_000;

/** The session extended by one more moment; a new one if there was none, or it was somebody else's. */
export function continueSession(
  lastSession: PlaySession | null,
  address: string,
  nowMs: number,
): PlaySession {
  const goesOn = lastSession?.address === address && nowMs - lastSession.seenAtMs < BREAK_MS;
  return goesOn
    ? { ...lastSession, seenAtMs: nowMs }
    : { address, startedAtMs: nowMs, seenAtMs: nowMs, remindedAtMs: nowMs };
}

/** Whether a reminder with this interval in minutes is due; without an interval it never is. */
export const isReminderDue = (
  { seenAtMs, remindedAtMs }: PlaySession,
  everyMinutes: number | null,
): boolean => everyMinutes !== null && seenAtMs - remindedAtMs >= everyMinutes * 60_000;

export const minutesPlayed = ({ startedAtMs, seenAtMs }: PlaySession): number =>
  Math.floor((seenAtMs - startedAtMs) / 60_000);

const STORED_SESSION = "playSession";

export function readSession(): PlaySession | null {
  try {
    const { address, startedAtMs, seenAtMs, remindedAtMs } = JSON.parse(
      readStored(STORED_SESSION) ?? "{}",
    ) as Partial<PlaySession>;
    const isWhole =
      typeof address === "string" && [startedAtMs, seenAtMs, remindedAtMs].every(Number.isFinite);
    return isWhole ? ({ address, startedAtMs, seenAtMs, remindedAtMs } as PlaySession) : null;
  } catch (error) {
    console.debug("The stored session cannot be read.", error);
    return null;
  }
}

export const writeSession = (session: PlaySession): void =>
  writeStored(STORED_SESSION, JSON.stringify(session));
