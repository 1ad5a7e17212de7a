/** Phase of a run over the public export: `loading` until it is known what was stored; `fresh` before the first run. */
export type RunPhase = "loading" | "fresh" | "running" | "pausing" | "paused" | "done" | "failed";

export const isBusy = (phase: RunPhase): boolean => phase === "running" || phase === "pausing";
