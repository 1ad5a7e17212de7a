import { DAY_MS } from "./day-length.ts";
import { type Result, ok, refuse } from "./result.ts";

/** How long a name stays once its owner, or an admin, has changed it. */
export const NAME_FIXED_MS = 7 * DAY_MS;
/** In this time after the creation of a profile one change does not count. */
const FIRST_CHANGE_MS = DAY_MS;
/** How long any old name stays reserved; the newest {@link RESERVED_NAMES} stay for good. */
export const NAME_RESERVED_MS = 90 * DAY_MS;
export const RESERVED_NAMES = 2;

interface NameAge {
  readonly createdAtMs: number;
  /** What the last change answered; null before the first. */
  readonly changeableAtMs: number | null;
  readonly nowMs: number;
}

/**
 * From when on a player who changes the name now may change it again: once in seven days, where one change in the first
 * 24 hours does not count (rule USERNAME-4).
 */
export function nextNameChange({
  createdAtMs,
  changeableAtMs,
  nowMs,
}: NameAge): Result<number, "USERNAME_CHANGED_LATELY"> {
  if (changeableAtMs !== null && nowMs < changeableAtMs) {
    const when = new Date(changeableAtMs).toISOString().slice(0, 16).replace("T", " ");
    return refuse("USERNAME_CHANGED_LATELY", {
      field: "username",
      message: `You can change your username again on ${when} UTC`,
      retryAfterMs: changeableAtMs - nowMs,
    });
  }
  const isFree = changeableAtMs === null && nowMs < createdAtMs + FIRST_CHANGE_MS;
  return ok(isFree ? nowMs : nowMs + NAME_FIXED_MS);
}
