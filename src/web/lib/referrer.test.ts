import { afterEach, expect, it, vi } from "vitest";
import { keepReferrer, readReferrer } from "./referrer.ts";

afterEach(() => vi.unstubAllGlobals());

it("keeps no code of a link that can be nobody's", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("window", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  keepReferrer("a".repeat(64));
  keepReferrer("b".repeat(65));
  keepReferrer(" ");
  expect([...kept.values()]).toEqual(["a".repeat(64)]);
  // Kept by an earlier version of the page.
  kept.set("referrer", "c".repeat(65));
  expect(readReferrer()).toBeNull();
});
