import { describe, expect, it } from "vitest";
import { manualClock } from "../../../tests/support/clock.ts";
import { asHouse } from "../foundation/chain/caller.ts";
import { budgetOf, nodeGovernor } from "./node-governor.ts";
import { NodeBusy } from "./rpc-transport.ts";

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

function openGoverned(calls: number, answer: (method: string) => Promise<unknown> = async () => ({})) {
  const clock = manualClock();
  const sent: { method: string; atMs: number }[] = [];
  const startMs = clock.now();
  const governor = nodeGovernor({ budget: budgetOf(calls), clock, log });
  const transport = governor.govern(async <Response>({ payload }: { payload: unknown }) => {
    const { method } = payload as { method: string };
    sent.push({ method, atMs: clock.now() - startMs });
    return (await answer(method)) as Response;
  });
  const call = (method: string, signal?: AbortSignal) =>
    asHouse(() => transport({ payload: { method }, ...(signal && { signal }) }));
  return { clock, sent, call, counts: () => governor.counts.read() };
}

describe("the budget of calls", () => {
  it("LIMITS-18 no window of ten seconds sees more calls of one method, or of all, than the budget has", async () => {
    const { clock, sent, call } = openGoverned(50);
    const methods = ["a", "b", "c", "d"];
    const calls = Array.from({ length: 200 }, (_, at) => call(methods[at % 4] as string));
    for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
    await Promise.all(calls);
    expect(sent).toHaveLength(200);
    for (const { atMs } of sent) {
      const window = sent.filter((other) => other.atMs >= atMs && other.atMs < atMs + 10_000);
      expect(window.length).toBeLessThanOrEqual(50);
      for (const one of methods)
        expect(window.filter(({ method }) => method === one).length).toBeLessThanOrEqual(20);
    }
  });

  it("LIMITS-18 a method that has used its share keeps no other waiting", async () => {
    const { sent, call } = openGoverned(50);
    void Promise.all(Array.from({ length: 21 }, () => call("many")));
    await call("other");
    expect(sent.filter(({ method }) => method === "many")).toHaveLength(20);
  });

  it("LIMITS-18 a call that nobody waits for any more is not sent", async () => {
    const { clock, sent, call } = openGoverned(20);
    await Promise.all(Array.from({ length: 8 }, () => call("a")));
    const end = new AbortController();
    const late = call("a", end.signal);
    end.abort();
    await expect(late).rejects.toThrow("found no room");
    await expect(call("a", end.signal)).rejects.toThrow("found no room");
    await clock.advance(30_000);
    expect(sent).toHaveLength(8);
  });
});

describe("a node that is asked too often", () => {
  it.each([
    ["seconds", () => "7", 7_000],
    ["a date", (nowMs: number) => new Date(nowMs + 9_000).toUTCString(), 9_000],
    ["nothing", () => undefined, 1_000],
    ["what is no time", () => "soon", 1_000],
    ["an hour", () => "3600", 60_000],
  ])("LIMITS-18 is left alone for as long as it says: %s", async (_what, header, pauseMs) => {
    let isBusy = true;
    const opened = openGoverned(100, async () => {
      if (isBusy) throw new NodeBusy(429, header(opened.clock.now()));
      return {};
    });
    const { clock, sent, call, counts } = opened;
    await expect(call("getSlot")).rejects.toThrow(NodeBusy);
    isBusy = false;
    const next = call("sendTransaction");
    await clock.advance(pauseMs - 1);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    await next;
    expect(sent.at(-1)).toEqual({ method: "sendTransaction", atMs: pauseMs });
    expect(counts()).toEqual([
      { labels: ["getSlot", "refused", "house"], value: 1 },
      { labels: ["sendTransaction", "answered", "house"], value: 1 },
    ]);
  });
});
