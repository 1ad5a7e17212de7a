/** Gives the server time to settle before the first try. */
const FIRST_TRY_AFTER_MS = 1000;
const RETRY_AFTER_MS = 3000;
const MAX_TRIES = 5;

/** Polling for the server seed of a finished race. */
export type SeedPoll =
  | { readonly kind: "waiting"; readonly raceId: string; readonly tries: number; readonly nextTryAt: number }
  | { readonly kind: "requesting"; readonly raceId: string; readonly tries: number }
  | { readonly kind: "revealed"; readonly raceId: string; readonly seed: string; readonly nonce: string }
  | { readonly kind: "gave up"; readonly raceId: string };

export const startSeedPoll = (raceId: string, now: number): SeedPoll => ({
  kind: "waiting",
  raceId,
  tries: 0,
  nextTryAt: now + FIRST_TRY_AFTER_MS,
});

/** The race whose seed has to be requested now, or null. */
export const dueSeedPoll = (poll: SeedPoll | null, now: number): string | null =>
  poll?.kind === "waiting" && poll.nextTryAt <= now ? poll.raceId : null;

/** The request is on its way. */
export const seedRequested = (poll: SeedPoll): SeedPoll =>
  poll.kind === "waiting" ? { kind: "requesting", raceId: poll.raceId, tries: poll.tries + 1 } : poll;

/** No seed was returned: three seconds to the next try, five tries in all. */
export function seedUnavailable(poll: SeedPoll, now: number): SeedPoll {
  if (poll.kind !== "requesting") return poll;
  const { raceId, tries } = poll;
  return tries >= MAX_TRIES
    ? { kind: "gave up", raceId }
    : { kind: "waiting", raceId, tries, nextTryAt: now + RETRY_AFTER_MS };
}
