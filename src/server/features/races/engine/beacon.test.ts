import { expect, it } from "vitest";
import { openTestChain } from "../../../../../tests/support/chain.ts";
import { SOL, openRaceRoom } from "../../../../../tests/support/race-room.ts";
import { finalNonce, raceOutcome } from "../../../../domain/fairness.ts";
import { manualClock } from "../../../../../tests/support/clock.ts";

it("FAIR-10 without a lock memo the beacon is the first block of the chain from the slot that was announced after the close", async () => {
  const clock = manualClock();
  const testChain = await openTestChain({ clock });
  const room = await openRaceRoom({ clock, chain: () => testChain.chain });
  await room.setting("testing_mode_enabled", "true");
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  await room.bet(id, "bob", { horse: 2, stake: SOL });
  await room.round();
  await room.clock.advance(30_000);
  await testChain.localChain.tick();
  const atClose = await testChain.chain.newestSlot();
  await room.round();
  expect((await room.race(id)).beaconSlot).toBe(atClose + 4n);
  expect(await testChain.chain.firstBlockFrom(atClose + 4n)).toBeNull();

  await testChain.advanceSlots(6);
  await room.round();
  const started = await room.race(id);
  const block = await testChain.chain.firstBlockFrom(started.beaconSlot!);
  expect(started).toMatchObject({ beaconBlockSlot: block?.slot, beaconBlockhash: block?.blockhash });
  const over = await room.runToEnd(id);
  const { winner } = raceOutcome(over.serverSeed!, id, finalNonce(over.nonce, block!.blockhash));
  expect(over.winningNumber).toBe(winner);
  await room.close();
  await testChain.close();
});
