import * as z from "zod/mini";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { races } from "../../../contract/races/races.ts";
import type { Race } from "../../../contract/races/race-shape.ts";
import { serverNow } from "../lib/server-clock.ts";
import { refetchRace, startRaceClock } from "./race-feed.ts";
import { currentRace, dispatchRace } from "./race-store.ts";
import { exampleRace } from "./testing/example-race.ts";

/** The server's answer to a request for the active race: a race, nothing at all, or no answer. */
let active: Race | null | "down";
let nextRaceAt: Date | null;
let requests: { readonly path: string; readonly at: number }[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  requests = [];
  nextRaceAt = null;
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push({ path, at: Date.now() });
    if (path.startsWith("/api/races/verify/"))
      return new Response('{"success":false,"code":"NOT_READY"}', { status: 503 });
    if (active === "down") throw new TypeError("Failed to fetch");
    const body = { race: active, yourBet: null, nextRaceAt };
    const reply: z.core.$ZodType = races.getActiveRace.reply;
    return Response.json({ success: true, ...(z.encode(reply, body) as object) });
  });
  stop = startRaceClock();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const now = () => new Date(serverNow());

it("the seed is asked for five times from a second after the end on: of the verification, then of the race", async () => {
  active = exampleRace({ status: "completed", serverNow: now() });
  const began = Date.now();
  dispatchRace({ type: "fetched", race: active, yourBet: null });
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = [1, 4, 7, 10, 13].flatMap((seconds) => [
    ["/api/races/verify/race-7", seconds],
    ["/api/races/active", seconds],
  ]);
  expect(requests.map(({ path, at }) => [path, Math.round((at - began) / 1000)])).toEqual(tries);
  expect(currentRace().seedPoll?.kind).toBe("gave up");
});

it("a seed that the race itself holds is taken", async () => {
  const race = exampleRace({ id: "race-8", status: "completed", serverNow: now() });
  dispatchRace({ type: "fetched", race, yourBet: null });
  active = { ...race, server_seed: "ab".repeat(32) };
  await vi.advanceTimersByTimeAsync(1200);
  expect(currentRace().seedPoll).toMatchObject({ kind: "revealed", seed: "ab".repeat(32) });
});

it("a race that could not be fetched is asked for every three seconds, until it is there", async () => {
  active = "down";
  await refetchRace();
  expect(currentRace().race).toBeNull();
  requests = [];
  await vi.advanceTimersByTimeAsync(9_500);
  expect(requests.map(({ path }) => path)).toEqual(Array(3).fill("/api/races/active"));
  active = exampleRace({ id: "race-9", serverNow: now() });
  await vi.advanceTimersByTimeAsync(3_500);
  expect(currentRace().race?.id).toBe("race-9");
  requests = [];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests).toEqual([]);
});

it("RACE-14 who opens the page in the pause learns when the next race comes", async () => {
  dispatchRace({ type: "fetched", race: null, yourBet: null });
  active = exampleRace({ status: "completed", serverNow: now() });
  nextRaceAt = new Date(serverNow() + 8_000);
  await refetchRace();
  expect(currentRace().nextRaceAt).toBe(nextRaceAt.getTime());
});
