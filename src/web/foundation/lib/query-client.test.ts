import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { refuse } from "../../../domain/result.ts";
import { CallRefused } from "./call-refused.ts";
import { queryClient } from "./query-client.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
  queryClient.clear();
});

const unavailable = () => new CallRefused(refuse("UNAVAILABLE"));

it("an action without a network fails at once, and is not carried out when the network is back", async () => {
  onlineManager.setOnline(false);
  let calls = 0;
  const action = new MutationObserver(queryClient, {
    mutationFn: () => {
      calls += 1;
      return Promise.reject(unavailable());
    },
  });
  await expect(action.mutate()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(calls).toBe(1);
});

it("what is to be shown fails without a network, and is loaded when the network is back", async () => {
  onlineManager.setOnline(false);
  const isOnline = () => onlineManager.isOnline();
  const query = new QueryObserver(queryClient, {
    queryKey: ["anything"],
    queryFn: () => (isOnline() ? Promise.resolve("loaded") : Promise.reject(unavailable())),
    retry: false,
  });
  queryClient.mount();
  const stop = query.subscribe(() => undefined);
  await vi.waitFor(() => expect(query.getCurrentResult().isError).toBe(true));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(query.getCurrentResult().data).toBe("loaded"));
  stop();
  queryClient.unmount();
});
