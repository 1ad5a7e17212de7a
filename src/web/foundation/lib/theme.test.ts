import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { adoptTheme, applyStoredTheme, applyTheme, useTheme } from "./theme.ts";

const stored = new Map<string, string>();
const root: { dataset: Record<string, string> } = { dataset: {} };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", { documentElement: root, querySelector: () => null });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  applyTheme("main-prime");
});
afterEach(() => vi.unstubAllGlobals());

const currentThemes = () => [useTheme.getState().theme, root.dataset["theme"]];

it("the theme that the server named last stands in where it names none", () => {
  adoptTheme("solana-future");
  expect(stored.get("theme")).toBe("solana-future");
  applyTheme("main-prime");
  applyStoredTheme();
  expect(currentThemes()).toEqual(["solana-future", "solana-future"]);
});

it.each([null, "", "neon", "toString"])("%j in the storage leaves the theme as it is", (value) => {
  if (value !== null) stored.set("theme", value);
  applyStoredTheme();
  expect(currentThemes()).toEqual(["main-prime", "main-prime"]);
});
