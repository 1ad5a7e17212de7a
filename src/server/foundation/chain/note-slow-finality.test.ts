import { expect, it } from "vitest";
import { openTestChain } from "../../../../tests/support/chain.ts";
import { ChainUnavailable } from "../ports.ts";
import { noteSlowFinality } from "./note-slow-finality.ts";

async function linesAbout(slow: { readonly slots: bigint; readonly isSilent?: boolean }) {
  const test = await openTestChain();
  const { chain, clock } = test;
  const warnings: string[] = [];
  const ignore = () => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (line: unknown) => void warnings.push(String(line)),
  };
  const lagging = {
    slot: async () => (await chain.slot()) - slow.slots,
    newestSlot: () =>
      slow.isSilent === true ? Promise.reject(new ChainUnavailable("no answer")) : chain.newestSlot(),
  };
  let isDone = false;
  const noted = noteSlowFinality({ chain: lagging, clock, log }, new AbortController().signal).finally(
    () => (isDone = true),
  );
  while (!isDone) {
    await test.advanceSlots(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await noted;
  return warnings;
}

it("LIMITS-43 a cluster that takes more than 5 s to make a block final is told once at the start, others are not", async () => {
  expect(await linesAbout({ slots: 0n })).toEqual([]);
  expect(await linesAbout({ slots: 32n })).toEqual([expect.stringContaining("more than 5 s")]);
  expect(await linesAbout({ slots: 32n, isSilent: true })).toEqual([]);
});
