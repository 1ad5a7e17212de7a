import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";
import { clientEvents } from "../../src/contract/wire/socket-events.ts";

/* The table in docs/threat-model.md says of each call and socket event what it may cost, and has the contract's limits. */

const page = readFileSync(join(import.meta.dirname, "../../docs/threat-model.md"), "utf8");
const [, section = ""] = /^## What a call may cost$([\s\S]*?)^## /m.exec(page) ?? [];
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Call") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, calls = "", spends = "", perMinute = "", by = ""]) => ({
    names: Array.from(calls.matchAll(/`([^`]+)`/g), ([, name = ""]) => name),
    kind: calls.includes("`") ? null : calls,
    spends,
    perMinute: perMinute === "–" ? undefined : Number(perMinute),
    by,
  }));
const named = rows.flatMap(({ names }) => names);
const calls = new Map<string, Pick<Endpoint, "access" | "perMinute" | "bodyLimit">>([
  ...Object.entries<Endpoint>(api),
  ...Object.entries(clientEvents),
]);

/** The row of a call that is not named. One that only the master password opens has to be named. */
function kindOf({ access, method }: Endpoint): string | null {
  if (access === "house") return null;
  if (access === "moderator") return "Moderator calls";
  return `${access.replace(/^./, (first) => first.toUpperCase())} ${method === "GET" ? "reads" : "writes"}`;
}

it("every call and socket event has its row of costs, and only one", () => {
  const kinds = rows.flatMap(({ kind }) => kind ?? []);
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
  const without = Object.entries<Endpoint>(api).filter(
    ([name, endpoint]) => !named.includes(name) && !kinds.includes(kindOf(endpoint) ?? ""),
  );
  expect(without.map(([name]) => name)).toEqual([]);
  expect(Object.keys(clientEvents).filter((name) => !named.includes(name))).toEqual([]);
});

it("no row of costs names a call that does not exist", () => {
  expect(named.filter((name) => !calls.has(name))).toEqual([]);
});

it("the limits in the table are those of the contract, and a call with limits of its own is named", () => {
  const different = rows.flatMap(({ names, perMinute, spends }) =>
    names.filter(
      (name) =>
        calls.get(name)?.perMinute !== perMinute ||
        (calls.get(name)?.bodyLimit !== undefined) !== spends.includes("1 MB"),
    ),
  );
  expect(different).toEqual([]);
  const unnamed = Object.entries<Endpoint>(api).filter(
    ([name, { perMinute, bodyLimit, timeoutMs }]) =>
      !named.includes(name) && (perMinute ?? bodyLimit ?? timeoutMs) !== undefined,
  );
  expect(unnamed.map(([name]) => name)).toEqual([]);
});

it("each row of costs cites the attack that drives its bound", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ by }) => !by.includes("“")).map(({ names, kind }) => kind ?? names)).toEqual([]);
});
