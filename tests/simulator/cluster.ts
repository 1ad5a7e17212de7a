import { openProcess, type ServerProcess } from "./process.ts";
import type { Random } from "./random.ts";
import type { Environment } from "./environment.ts";

/** The server processes over one database: they die, pause, shut down and come back. */
export interface Cluster {
  /** A process that takes calls now; null if there is none. */
  any(): ServerProcess | null;
  readonly all: readonly ServerProcess[];
  died(process: ServerProcess): void;
  /** Stops a process as SIGTERM does and starts another. */
  replace(process: ServerProcess): void;
}

interface Options {
  /** A process that is alone on its database takes over the lease of a dead one immediately. */
  readonly isAlone: boolean;
  readonly random: Random;
}

export function openCluster(environment: () => Environment, { isAlone, random }: Options): Cluster {
  const { world } = environment();
  const running: ServerProcess[] = [];
  let started = 0;

  function start() {
    started += 1;
    const skewMs = random.chance(0.5) ? 0 : random.between(-400, 400);
    running.push(openProcess(environment(), { name: `s${started}`, isAlone, skewMs }));
  }

  function remove(process: ServerProcess) {
    const place = running.indexOf(process);
    if (place >= 0) running.splice(place, 1);
  }

  const startLater = () => world.at(world.nowMs() + random.between(200, 9_000), start);

  start();
  if (!isAlone) world.at(world.nowMs() + 3_000, start);
  return {
    all: running,
    any() {
      const awake = running.filter(({ pausedUntilMs }) => pausedUntilMs <= world.nowMs());
      return awake.length === 0 ? null : random.pick(awake);
    },
    died(process) {
      // A process that was shutting down already has a successor.
      if (!running.includes(process)) return;
      remove(process);
      startLater();
    },
    replace(process) {
      remove(process);
      process.stop();
      // It may still finish what it has begun; the rest is cut off, as a supervisor would do.
      world.at(world.nowMs() + 8_000, () => environment().retire(process));
      if (isAlone) world.at(world.nowMs() + 8_100, start);
      else startLater();
    },
  };
}
