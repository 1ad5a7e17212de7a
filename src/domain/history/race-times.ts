import { BEACON_TIMEOUT_MS, LAUNCH_LEAD_MS } from "../race-timing.ts";
import { type Difference, differs, same } from "./difference.ts";
import type { PublishedRace } from "./record.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** When a race was over: no other opens before that (rule RACE-4). */
export const overAt = ({ times }: PublishedRace): number =>
  times.completed ?? times.refunded ?? times.settled;

/**
 * Checks that a race's moments are in the order of its phases, that it started in time after its close, and that each
 * bet was placed while betting was open (rules RACE-1, RACE-11, RACE-12, FAIR-11 and INV-10).
 */
export function timeDifferences(race: PublishedRace): readonly Difference[] {
  const { created, opened, closes, locked, starts, completed, settled, refunded } = race.times;
  const order = [
    ["created", created],
    ["opened", opened],
    ["closes", closes],
    ["locked", locked],
    ["starts", starts],
    ["completed", completed],
    ["refunded", refunded],
    ["settled", settled],
  ] as const;
  const known = order.flatMap(([name, at]) => (at === null ? [] : [{ name, at }]));
  const differences: Difference[] = [];
  for (const [at, later] of known.entries()) {
    const earlier = known[at - 1];
    // For a race refunded in its countdown the close is still ahead.
    if (earlier === undefined || earlier.at <= later.at) continue;
    if (earlier.name === "closes" && later.name !== "locked") continue;
    // A refund is compared below, with all that came before it.
    if (later.name === "refunded") continue;
    differences.push(
      ...differs("RACE-1", `${later.name} ≥ ${iso(earlier.at)} (${earlier.name})`, iso(later.at)),
    );
  }
  // The start of a race refunded shortly before it, and the close of one refunded in its countdown, never came.
  const phases = order.filter(
    ([name]) =>
      ["created", "opened", "locked", "completed"].includes(name) ||
      (name === "closes" && locked !== null) ||
      (name === "starts" && completed !== null),
  );
  const gap = phases.findIndex(([, at]) => at === null);
  if (gap >= 0 && phases.slice(gap).some(([, at]) => at !== null)) {
    differences.push(...differs("RACE-1", `${phases[gap]?.[0]}, before what came later`, "null"));
  }
  const before = Math.max(created, opened ?? 0, locked ?? 0, completed ?? 0);
  if (refunded !== null && refunded < before) {
    differences.push(...differs("RACE-1", `refunded ≥ ${iso(before)}`, iso(refunded)));
  }
  differences.push(...revealDifferences(race));
  if (starts !== null && completed !== null) {
    const durationMs = Number(race.settings["durationMs"]);
    differences.push(
      ...same("RACE-12", "completed", iso(starts + durationMs), iso(completed), "starts + durationMs"),
    );
  }
  const latest = (locked ?? 0) + BEACON_TIMEOUT_MS + LAUNCH_LEAD_MS;
  if (locked !== null && starts !== null && starts > latest) {
    differences.push(...differs("FAIR-11", `starts ≤ ${iso(latest)}`, iso(starts)));
  }
  if (race.refund_reason === "no_beacon" && locked !== null && refunded !== null) {
    const soonest = locked + BEACON_TIMEOUT_MS;
    if (refunded < soonest)
      differences.push(...differs("FAIR-11", `refunded ≥ ${iso(soonest)}`, iso(refunded)));
  }
  return [...differences, ...betTimes(race)];
}

/** The places are revealed after the start, late by a server that stood still, and for each race that was run (rule RACE-8). */
function revealDifferences({ times }: PublishedRace): readonly Difference[] {
  const { starts, revealed, completed, settled } = times;
  if (revealed === null) return completed === null ? [] : differs("RACE-8", "revealed", "null");
  if (starts === null) return differs("RACE-8", "not revealed before the start", iso(revealed));
  if (revealed < starts) return differs("RACE-8", `revealed ≥ ${iso(starts)} (starts)`, iso(revealed));
  return revealed > settled ? differs("RACE-8", `revealed ≤ ${iso(settled)} (settled)`, iso(revealed)) : [];
}

function betTimes({ times, settlement }: PublishedRace): readonly Difference[] {
  const { opened, locked, refunded } = times;
  const last = locked ?? refunded;
  return settlement.bets.flatMap(({ id, placed_at: placed }) => {
    if (opened === null) return differs("RACE-11", `${id}: no bet before the commitment`, iso(placed));
    if (placed < opened) return differs("RACE-11", `${id}: placed_at ≥ ${iso(opened)}`, iso(placed));
    if (last !== null && placed > last)
      return differs("RACE-11", `${id}: placed_at ≤ ${iso(last)}`, iso(placed));
    return [];
  });
}
