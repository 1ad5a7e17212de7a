import { expect, it } from "vitest";
import { type EntryContent, writeEntry } from "../../../../domain/log/entry.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { interruptionsIn } from "./interruptions.ts";

const since = new Date("2026-03-01T12:00:00.000Z");
const entryOf = (content: EntryContent) => ({ entry: writeEntry(content, since) });
const setting = (key: string, from: string, to: string, reason: string | null = null) =>
  entryOf({ kind: "rule", rule: "setting", key, from, to, reason });
const maintenance = (to: "true" | "false", reason: string | null = null) =>
  setting("site_maintenance_enabled", to === "true" ? "false" : "true", to, reason);
const edge = setting("house_edge", "4", "5");
const halt = entryOf({ kind: "rule", rule: "halt", reason: "Books and chain differ" });
const resume = entryOf({ kind: "rule", rule: "resume", difference: signedLamports(0n), reason: "Found" });

it("STATUS-1 the newest rows of the rule log say what stands still, since when and why", () => {
  expect(interruptionsIn([])).toEqual({ bets: null, payouts: null });
  expect(interruptionsIn([edge, maintenance("true", "A new node"), maintenance("false")])).toEqual({
    bets: { since, reason: "A new node" },
    payouts: null,
  });
  expect(interruptionsIn([maintenance("false"), halt, maintenance("true", "A new node")])).toEqual({
    bets: null,
    payouts: { since, reason: "Books and chain differ" },
  });
  expect(interruptionsIn([resume, halt, { entry: "{}" }])).toEqual({ bets: null, payouts: null });
});
