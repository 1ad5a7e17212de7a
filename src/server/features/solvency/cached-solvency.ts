import { askingPace, type PacePorts } from "../../foundation/chain/asking-pace.ts";
import { readSolvency, type SolvencyPorts, type SolvencySnapshot } from "./read-solvency.ts";

const FRESH_FOR_MS = 5_000;

/**
 * The latest snapshot: however many callers there are, the chain is read once in 5 s, on a public network once in half
 * the time between two comparisons (rule LIMITS-18). A reading that failed is not repeated within 5 s either: callers
 * do not make a silent node busier.
 */
export function cachedSolvency(ports: SolvencyPorts & PacePorts): () => Promise<SolvencySnapshot> {
  const holdsForMs = () =>
    ports.isLocal ? FRESH_FOR_MS : Math.max(FRESH_FOR_MS, askingPace(ports).comparison / 2);
  let askedAtMs = -Infinity;
  let latest: Promise<SolvencySnapshot> | null = null;
  let hasFailed = false;
  return () => {
    const ageMs = ports.clock.now() - askedAtMs;
    if (latest && ageMs < (hasFailed ? FRESH_FOR_MS : holdsForMs())) return latest;
    askedAtMs = ports.clock.now();
    hasFailed = false;
    const reading = readSolvency(ports);
    latest = reading;
    reading.catch(() => {
      if (latest === reading) hasFailed = true;
    });
    return reading;
  };
}
