import { afterEach, expect, it, vi } from "vitest";
import { forgetReferrer, keepReferrer, readReferrer } from "./referrer.ts";

afterEach(() => vi.unstubAllGlobals());

it("keeps the code of a link until it is forgotten, and none that can be nobody's", () => {
  const items = new Map<string, string>();
  vi.stubGlobal("window", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  keepReferrer("a".repeat(64));
  keepReferrer("b".repeat(65));
  keepReferrer(" ");
  expect([...items.values()]).toEqual(["a".repeat(64)]);
  expect(readReferrer()).toBe("a".repeat(64));
  forgetReferrer();
  expect(readReferrer()).toBeNull();
  // Stored by an earlier version of the page.
  items.set("referrer", "c".repeat(65));
  expect(readReferrer()).toBeNull();
});
