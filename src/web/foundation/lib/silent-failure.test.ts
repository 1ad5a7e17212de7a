import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { refuse } from "../../../domain/result.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { CallRefused } from "./call-refused.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";
import { logSilentFailure } from "./silent-failure.ts";

let log: MockInstance<typeof console.warn>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.clear();
});

const lines = (): unknown[] => log.mock.calls.map(([line]) => line);

it("LIMITS-17 logs a silent failure with its reason, and the same one at most once a minute", () => {
  const why = new Error("no answer");
  logSilentFailure("The poll", why);
  expect(log.mock.calls).toEqual([["The poll failed.", why]]);
  vi.advanceTimersByTime(59_000);
  logSilentFailure("The poll", why);
  logSilentFailure("Another poll", why);
  expect(lines()).toEqual(["The poll failed.", "Another poll failed."]);
  vi.advanceTimersByTime(1_000);
  logSilentFailure("The poll", why);
  expect(lines()).toHaveLength(3);
});

async function load(queryKey: readonly unknown[], code: RefusalCode): Promise<void> {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => Promise.reject(new CallRefused(refuse(code))),
    retry: false,
  });
  await observer.refetch();
  observer.destroy();
}

it("LIMITS-17 logs whatever the page could not load, by its name", async () => {
  await load(queryKeys.balanceHere("w"), "UNAVAILABLE");
  await load(queryKeys.history("w"), "INTERNAL_ERROR");
  expect(lines()).toEqual(["Loading balance failed.", "Loading history failed."]);
});

it("LIMITS-17 logs a profile that could not be read, and none that there is not", async () => {
  await load(queryKeys.user("w"), "PROFILE_NOT_FOUND");
  expect(lines()).toEqual([]);
  await load(queryKeys.user("w"), "INTERNAL_ERROR");
  expect(lines()).toEqual(["Loading user failed."]);
});
