import { setTimeout as pause } from "node:timers/promises";

export interface TimedWork {
  readonly ms: number;
  /** Milliseconds of this process's processor time. */
  readonly cpu: number;
  /** The longest time for which a timer of 5 ms did not fire: wall-clock time, and processor time. */
  readonly longest: { readonly ms: number; readonly cpu: number };
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Times one piece of work that runs on this event loop, after earlier work has settled. */
export async function timeWork(work: () => Promise<unknown>): Promise<TimedWork> {
  await pause(50);
  const [began, beganCpu] = [performance.now(), cpuMs()];
  let last = { ms: began, cpu: beganCpu };
  const longest = { ms: 0, cpu: 0 };
  const tick = () => {
    const now = { ms: performance.now(), cpu: cpuMs() };
    longest.ms = Math.max(longest.ms, now.ms - last.ms);
    longest.cpu = Math.max(longest.cpu, now.cpu - last.cpu);
    last = now;
  };
  const timer = setInterval(tick, 5);
  await work();
  tick();
  clearInterval(timer);
  return { ms: performance.now() - began, cpu: cpuMs() - beganCpu, longest };
}
