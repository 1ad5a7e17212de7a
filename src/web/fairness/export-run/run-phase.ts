/** Of a run over the public export: `loading` until it is known what was kept; `fresh` before the first one. */
export type RunPhase = "loading" | "fresh" | "running" | "pausing" | "paused" | "done" | "failed";

export const isBusy = (phase: RunPhase): boolean => phase === "running" || phase === "pausing";
