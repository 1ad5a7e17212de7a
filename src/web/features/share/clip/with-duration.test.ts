import { expect, it } from "vitest";
import { withDuration } from "./with-duration.ts";

const INFO = [0x15, 0x49, 0xa9, 0x66];
/** TimecodeScale: a million nanoseconds. */
const SCALE = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
/** 8,000 as a float of 64 bits. */
const DURATION = [0x44, 0x89, 0x88, 0x40, 0xbf, 0x40, 0, 0, 0, 0, 0];
const HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75, 0x81, 0x00];

it.each([
  ["one byte", [0x87]],
  ["two bytes", [0x40, 0x07]],
  ["eight bytes", [0x01, 0, 0, 0, 0, 0, 0, 0x07]],
])("SHARE-5 a recording whose header has its size in %s gets a length", (_what, size) => {
  const file = new Uint8Array([...HEAD, ...INFO, ...size, ...SCALE, ...CLUSTER]);
  const longer = [...HEAD, ...INFO, 0x10, 0, 0, 18, ...DURATION, ...SCALE, ...CLUSTER];
  expect([...withDuration(file, 8_000)]).toEqual(longer);
});

it.each([
  ["has one", [...HEAD, ...INFO, 0x92, ...DURATION, ...SCALE, ...CLUSTER]],
  ["is no recording", [1, 2, 3]],
  ["ends in its header", [...HEAD, ...INFO]],
  ["is empty", []],
])("a file that %s stays as it is", (_what, bytes) => {
  expect([...withDuration(new Uint8Array(bytes), 8_000)]).toEqual(bytes);
});
