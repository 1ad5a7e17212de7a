import { beforeEach, expect, it } from "vitest";
import { queryClient } from "../../../foundation/lib/query-client.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { refetchAnswers } from "./use-change.ts";

const settings = queryKeys.admin("w", "listSettings", {});
const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  queryClient.clear();
  for (const key of [settings, queryKeys.runtime()]) queryClient.setQueryData(key, {});
});

it("a saved setting makes stale what the admin's own page knows of the settings", async () => {
  await refetchAnswers("w", "listUsers");
  expect([isStale(settings), isStale(queryKeys.runtime())]).toEqual([false, false]);
  await refetchAnswers("w", "listSettings");
  expect([isStale(settings), isStale(queryKeys.runtime())]).toEqual([true, true]);
});
