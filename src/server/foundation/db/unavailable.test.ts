import { expect, it } from "vitest";
import { isUnavailable } from "./unavailable.ts";

const failed = (message: string, code?: string) =>
  new Error("Failed query: select 1", { cause: Object.assign(new Error(message), { code }) });

it.each([
  ["connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"],
  ["terminating connection due to administrator command", "57P01"],
  ["could not extend file: No space left on device", "53100"],
  ["could not write init file", "XX000"],
  ["Connection terminated unexpectedly", undefined],
])("OPERATE-17 %s: the database is away", (message, code) => {
  expect(isUnavailable(failed(message, code))).toBe(true);
});

it.each([
  ["duplicate key value violates unique constraint", "23505"],
  ["could not find pathkey item to sort", "XX000"],
  ["a bug", undefined],
])("OPERATE-17 %s: the database is there", (message, code) => {
  expect(isUnavailable(failed(message, code))).toBe(false);
});
