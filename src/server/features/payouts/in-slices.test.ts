import { expect, it } from "vitest";
import { inSlices, SLICE } from "./in-slices.ts";

const items = Array.from({ length: 2 * SLICE + 1 }, (_, place) => place);

it("PAYOUTS-7 what can be stored is stored some at a time, in order", async () => {
  const slices: (readonly number[])[] = [];
  await inSlices(items, async (slice) => void slices.push(slice));
  expect(slices.map(({ length }) => length)).toEqual([SLICE, SLICE, 1]);
  expect(slices.flat()).toEqual(items);
});

it("PAYOUTS-7 one that cannot be stored keeps no other back, and is told of", async () => {
  const stored = new Set<number>();
  const work = async (slice: readonly number[]) => {
    if (slice.includes(3)) throw new Error("three");
    for (const item of slice) stored.add(item);
  };
  await expect(inSlices(items, work)).rejects.toThrow("three");
  expect([...stored].toSorted((one, other) => one - other)).toEqual(items.filter((item) => item !== 3));
});
