/** Waiting for the server to settle before the first try. */
const FIRST_TRY_AFTER_MS = 1000;
const RETRY_AFTER_MS = 3000;
const MAX_TRIES = 5;

/** The search for a finished race's server seed. */
export type SeedQuest =
  | { readonly kind: "waiting"; readonly raceId: string; readonly tries: number; readonly nextTryAt: number }
  | { readonly kind: "asking"; readonly raceId: string; readonly tries: number }
  | { readonly kind: "revealed"; readonly raceId: string; readonly seed: string; readonly nonce: string }
  | { readonly kind: "gave up"; readonly raceId: string };

export const beginQuest = (raceId: string, now: number): SeedQuest => ({
  kind: "waiting",
  raceId,
  tries: 0,
  nextTryAt: now + FIRST_TRY_AFTER_MS,
});

/** The race whose seed has to be asked for now, or null. */
export const dueQuest = (quest: SeedQuest | null, now: number): string | null =>
  quest?.kind === "waiting" && quest.nextTryAt <= now ? quest.raceId : null;

/** The question is on its way. */
export const askSeed = (quest: SeedQuest): SeedQuest =>
  quest.kind === "waiting" ? { kind: "asking", raceId: quest.raceId, tries: quest.tries + 1 } : quest;

/** No seed came back: three seconds to the next try, five tries in all. */
export function missSeed(quest: SeedQuest, now: number): SeedQuest {
  if (quest.kind !== "asking") return quest;
  const { raceId, tries } = quest;
  return tries >= MAX_TRIES
    ? { kind: "gave up", raceId }
    : { kind: "waiting", raceId, tries, nextTryAt: now + RETRY_AFTER_MS };
}
