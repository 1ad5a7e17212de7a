import { clamp, HIP, isHind, isNear, SHOULDER, type LegName } from "./anatomy.ts";

/**
 * How a horse covers the ground, as a function of only the distance it has run. A stride is not a number of
 * milliseconds but a length of turf: a hoof that is down stays where it is while the body passes over it, at any speed.
 * Distances are in units of anatomy.ts.
 */
export interface Gait {
  /** Length of a stride at full gallop. */
  readonly stride: number;
  /** Distance at which the line is crossed, where the horse begins to pull up. */
  readonly line: number;
  /** Distance at which the horse has stopped; null until it is known, and then it is beyond the line. */
  readonly rest: number | null;
  /** Which foreleg reaches further: it determines the order of the footfalls on either side. */
  readonly lead: "near" | "far";
}

/** When each leg comes down, as a part of the stride: the transverse gallop. */
const TOUCHDOWN = { hind: 0, leadHind: 0.13, fore: 0.3, leadFore: 0.48 } as const;

/** How much shorter strides are when leaving the gate, and over how many units they lengthen. */
const LAUNCH = { shorter: 0.6, within: 300 } as const;
/** The same for pulling up. */
const PULL_UP = { shorter: 0.79, within: 560 } as const;
/** Part of the stride during which a hoof is down: at full gallop, and what is added to it near a standstill. */
const STANCE = { gallop: 0.225, slower: 0.26 } as const;
/** Over this last distance the horse takes no further steps: legs in the air come down, the body settles. */
const SETTLE = 12;
/** Where a hoof comes down ahead of its joint, as a part of the distance covered while it is down. */
const AHEAD = { hind: 0.53, fore: 0.5 } as const;
/** Positions of the legs in the gate, relative to their joints. */
const STANDING: Readonly<Record<LegName, number>> = { farHind: 3, nearHind: -7, farFore: 6, nearFore: -2 };

/** The phase of a leg's touchdown. */
export function touchdownOf(leg: LegName, lead: Gait["lead"]): number {
  const leads = isNear(leg) === (lead === "near");
  if (isHind(leg)) return leads ? TOUCHDOWN.leadHind : TOUCHDOWN.hind;
  return leads ? TOUCHDOWN.leadFore : TOUCHDOWN.fore;
}

/** 0 at rest, 1 at full gallop. */
export function effortAt({ line, rest }: Gait, run: number): number {
  const launched = 1 - Math.exp(-Math.max(0, run) / LAUNCH.within);
  if (rest === null || run <= line) return launched;
  return launched * (1 - Math.exp(-Math.max(0, rest - run) / PULL_UP.within));
}

/** Strides since the gate, as a real number: the integral of 1 / stride length. */
export function phaseAt({ stride, line, rest }: Gait, run: number): number {
  if (run <= 0) return 0;
  const { shorter, within } = LAUNCH;
  let distance = run + within * Math.log((1 - shorter * Math.exp(-run / within)) / (1 - shorter));
  if (rest !== null && run > line) {
    distance -= PULL_UP.within * Math.log(easing(rest - run) / easing(rest - line));
  }
  return distance / stride;
}

const strideAt = (gait: Gait, run: number): number => {
  const { stride, line, rest } = gait;
  const launched = 1 - LAUNCH.shorter * Math.exp(-run / LAUNCH.within);
  if (rest === null || run <= line) return stride * launched;
  return stride / (1 / launched + 1 / easing(rest - run) - 1);
};

/** Stride length relative to that at a gallop, at a given distance before the horse stops. */
const easing = (left: number): number => 1 - PULL_UP.shorter * Math.exp(-Math.max(0, left) / PULL_UP.within);

/** The distance at which a phase is reached: the inverse of `phaseAt`. */
export function runAt(gait: Gait, phase: number): number {
  if (phase <= 0) return 0;
  const { shorter, within } = LAUNCH;
  const most = gait.rest ?? Number.POSITIVE_INFINITY;
  let run = Math.min(
    most,
    within * Math.log(shorter + (1 - shorter) * Math.exp(Math.min(600, (phase * gait.stride) / within))),
  );
  if (phase * gait.stride > 500 * within) run = Math.min(most, phase * gait.stride);
  for (let step = 0; step < 24; step += 1) {
    const off = (phaseAt(gait, run) - phase) * strideAt(gait, run);
    run = clamp(run - off, 0, most);
    if (Math.abs(off) < 1e-9) break;
  }
  return run;
}

/** What a leg does at a moment. Positions are of the hoof's toe on the ground, measured from the gate. */
export interface Footing {
  readonly planted: boolean;
  /** 0 to 1 through the time on the ground, or through the swing. */
  readonly part: number;
  /** Where the hoof is, or was before it left the ground. */
  readonly from: number;
  /** Where it comes down next; equal to `from` while it is planted. */
  readonly to: number;
  /** Distance run when it left the ground, and when it comes down again. */
  readonly liftedAt: number;
  readonly landsAt: number;
  /** How often this leg has come down, to distinguish footfalls. */
  readonly count: number;
}

interface Fall {
  readonly at: number;
  readonly x: number;
  readonly liftPhase: number;
  readonly phase: number;
}

const jointOf = (leg: LegName): number => (isHind(leg) ? HIP.x : SHOULDER.x);

/** The nth time that a leg comes down. The 0th is its position in the gate. */
export function fallOf(gait: Gait, leg: LegName, count: number): Fall {
  const touchdown = touchdownOf(leg, gait.lead);
  if (count <= 0) {
    const liftPhase = isHind(leg) ? 0.19 + touchdown * 0.6 : 0;
    return { at: 0, phase: 0, x: jointOf(leg) + STANDING[leg], liftPhase };
  }
  const phase = touchdown + count - (isHind(leg) ? 0 : 1);
  const at = runAt(gait, phase);
  const down = STANCE.gallop + STANCE.slower * (1 - effortAt(gait, at));
  const advance = runAt(gait, phase + down) - at;
  const ahead = (isHind(leg) ? AHEAD.hind : AHEAD.fore) * advance;
  return { at, phase, x: at + jointOf(leg) + ahead, liftPhase: phase + down };
}

/** The state of a leg after the horse has run this far. */
export function footingAt(gait: Gait, leg: LegName, run: number): Footing {
  if (gait.rest !== null && run > gait.rest - SETTLE) return settling(gait, leg, run, gait.rest);
  return striding(gait, leg, run);
}

function striding(gait: Gait, leg: LegName, run: number): Footing {
  const phase = phaseAt(gait, run);
  const count = Math.max(0, Math.floor(phase - touchdownOf(leg, gait.lead)) + (isHind(leg) ? 0 : 1));
  const fall = fallOf(gait, leg, count);
  if (phase <= fall.liftPhase && (phase < fall.liftPhase || run <= 0)) {
    const part = run <= 0 ? 0 : (phase - fall.phase) / (fall.liftPhase - fall.phase);
    return { planted: true, part, from: fall.x, to: fall.x, liftedAt: fall.at, landsAt: fall.at, count };
  }
  const next = fallOf(gait, leg, count + 1);
  const part = clamp((phase - fall.liftPhase) / (next.phase - fall.liftPhase));
  const liftedAt = runAt(gait, fall.liftPhase);
  return { planted: false, part, from: fall.x, to: next.x, liftedAt, landsAt: next.at, count };
}

function settling(gait: Gait, leg: LegName, run: number, rest: number): Footing {
  const begin = rest - SETTLE;
  const footing = striding(gait, leg, begin);
  if (footing.planted) return footing;
  const done = clamp((run - begin) / (SETTLE * 0.6));
  if (done < 1) return { ...footing, part: footing.part + (1 - footing.part) * done };
  return { ...footing, planted: true, part: 0.4, from: footing.to, count: footing.count + 1 };
}
