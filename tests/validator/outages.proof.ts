import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { Playing } from "../drills/kill/run-drill.ts";
import { until } from "../support/until.ts";
import { openCuttable } from "./cut-sockets.ts";
import { playOn } from "./play-on.ts";
import { startValidator } from "./validator-process.ts";

const validator = await startValidator();
const node = await openCuttable(validator);
afterAll(async () => {
  await node.close();
  await validator.stop();
});

const numberOf = (race: Playing["race"]) => Number(race()?.id.replace("race-", "") ?? 0);

/** Waits until a further race has begun: the product has gone on. */
async function nextRace({ race }: Playing) {
  const before = numberOf(race);
  await until("a further race", async () => numberOf(race) > before, { patienceMs: 300_000 });
}

const inRace = ({ race }: Playing, ...statuses: readonly string[]) =>
  until("the moment to strike", async () => statuses.includes(race()?.status ?? ""), { patienceMs: 300_000 });

/** Full snapshots, oldest first. */
const snapshots = () =>
  readdirSync(validator.ledger)
    .filter((name) => /^(incremental-)?snapshot-/.test(name))
    .toSorted((one, other) => slotOf(one) - slotOf(other));
const slotOf = (name: string) => Number(/snapshot-(\d+)/.exec(name)?.[1]);

it("INV-9 INV-12 on a validator that is stopped, restarted and cut off, the product loses and doubles nothing", async () => {
  const { problems } = await playOn(node.url, {
    seed: "validator outages",
    async meanwhile(playing) {
      await nextRace(playing);

      await inRace(playing, "countdown");
      await validator.stop();
      await pause(20_000);
      await validator.restart();
      await nextRace(playing);

      await inRace(playing, "active");
      await validator.kill();
      await validator.restart();
      await nextRace(playing);

      for (let times = 0; times < 5; times++) {
        await inRace(playing, "countdown", "active");
        expect(node.cut()).toBeGreaterThan(0);
        await pause(3_000);
      }
      await nextRace(playing);

      // From an older snapshot it runs its own blocks again.
      await until("two snapshots", async () => snapshots().length > 1, { patienceMs: 300_000 });
      await inRace(playing, "countdown");
      await validator.stop();
      const [, ...newer] = snapshots();
      for (const name of newer) rmSync(join(validator.ledger, name));
      await validator.restart();
      await nextRace(playing);
    },
  });
  expect(problems).toEqual([]);
});
