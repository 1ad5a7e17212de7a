import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import type { Json } from "../support/browser-session.ts";
import { openLocalRpc } from "../support/local-rpc.ts";
import { askEverything } from "./ask-everything.ts";
import { type Difference, compareAnswers } from "./compare-answers.ts";
import { isKnown, knownDifferences } from "./known-differences.ts";

const recorded = JSON.parse(readFileSync(new URL("./agave-4.2.0.json", import.meta.url), "utf8")) as Record<
  string,
  Json
>;

let answers: Record<string, Json> = {};
let differences: readonly Difference[] = [];
beforeAll(async () => {
  const local = await openLocalRpc(25);
  answers = await askEverything(local);
  await local.close();
  differences = compareAnswers(recorded, answers);
}, 120_000);

it("LOCALNET-8 the embedded chain answers each call as the recorded validator did, but for the known differences", () => {
  expect(Object.keys(answers)).toEqual(Object.keys(recorded));
  expect(differences.filter((difference) => !isKnown(difference))).toEqual([]);
});

it("LOCALNET-8 each known difference is still there", () => {
  const met = new Set(differences.map(isKnown));
  expect(knownDifferences.filter((known) => !met.has(known)).map(({ why }) => why)).toEqual([]);
});

it.each([
  [
    "a refusal's message",
    "sendTransaction: sent again",
    (answer: Json) => (answer.error.message = "already there"),
  ],
  [
    "a field left out",
    "getTransaction: a transfer as json",
    (answer: Json) => delete answer.result.transactionIndex,
  ],
  ["a field too many", "getBalance: funded", (answer: Json) => (answer.result.more = 1)],
  ["a lamport", "getBalance: funded", (answer: Json) => (answer.result.value -= 1)],
])("notices %s", (_, title, spoil) => {
  const spoilt = structuredClone(answers);
  spoil(spoilt[title]);
  const found = compareAnswers(recorded, spoilt).filter((difference) => !isKnown(difference));
  expect(found.map((difference) => difference.title)).toEqual([title]);
});
