import { useEffect, useRef, useState } from "react";
import { prefersStillness } from "./stillness.ts";

const easeOut = (x: number): number => 1 - (1 - x) ** 3;

/**
 * The value of a number on its way to its target, eased out. `part` is the fraction of the time that has passed, 0 to
 * 1.
 */
export const tweenedTo = (target: number, from: number, part: number): number =>
  part >= 1 ? target : from + (target - from) * easeOut(Math.max(0, part));

/** A number that runs to its target in `ms`, eased out; at once if motion is unwanted. */
export function useTween(target: number, ms: number): number {
  const [value, setValue] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    const still = prefersStillness();
    const begun = performance.now();
    let frame = 0;
    const step = () => {
      const progress = still ? 1 : (performance.now() - begun) / ms;
      latest.current = tweenedTo(target, from, progress);
      setValue(latest.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target, ms]);

  return value;
}
