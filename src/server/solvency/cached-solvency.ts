import { askingPace, type PacePorts } from "../chain/asking-pace.ts";
import { readSolvency, type SolvencyPorts, type SolvencySnapshot } from "./read-solvency.ts";

const FRESH_FOR_MS = 5_000;

/**
 * The latest snapshot: however many callers there are, the chain is read once in 5 s, on a public network once in half
 * the time between two comparisons (rule LIMITS-18).
 */
export function cachedSolvency(ports: SolvencyPorts & PacePorts): () => Promise<SolvencySnapshot> {
  const holdsForMs = () =>
    ports.isLocal ? FRESH_FOR_MS : Math.max(FRESH_FOR_MS, askingPace(ports).comparison / 2);
  let askedAtMs = -Infinity;
  let latest: Promise<SolvencySnapshot> | null = null;
  return () => {
    const nowMs = ports.clock.now();
    if (latest && nowMs - askedAtMs < holdsForMs()) return latest;
    askedAtMs = nowMs;
    const reading = readSolvency(ports);
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading;
  };
}
