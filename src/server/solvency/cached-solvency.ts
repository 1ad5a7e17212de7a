import { readSolvency, type SolvencyPorts, type SolvencySnapshot } from "./read-solvency.ts";

const FRESH_FOR_MS = 5_000;

/** The latest snapshot, at most 5 s old: however many ask, the chain is asked once. */
export function cachedSolvency(ports: SolvencyPorts): () => Promise<SolvencySnapshot> {
  let askedAtMs = -Infinity;
  let latest: Promise<SolvencySnapshot> | null = null;
  return () => {
    const nowMs = ports.clock.now();
    if (latest && nowMs - askedAtMs < FRESH_FOR_MS) return latest;
    askedAtMs = nowMs;
    const reading = readSolvency(ports);
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading;
  };
}
