import { useEffect, useRef, useState } from "react";
import { prefersStillness } from "./stillness.ts";

const easeOut = (x: number): number => 1 - (1 - x) ** 3;

/** A number that runs to its target in `ms`, eased out; at once where motion is unwanted. */
export function useTween(target: number, ms: number): number {
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    const still = prefersStillness();
    const begun = performance.now();
    let frame = 0;
    const step = () => {
      const progress = still ? 1 : Math.min(1, (performance.now() - begun) / ms);
      latest.current = progress === 1 ? target : from + (target - from) * easeOut(progress);
      setShown(latest.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target, ms]);

  return shown;
}
