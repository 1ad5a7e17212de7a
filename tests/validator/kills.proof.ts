import { afterAll, expect, it } from "vitest";
import { playOn } from "./play-on.ts";
import { startValidator } from "./validator-process.ts";

/** One for each phase of a race, and for each step of a payment. */
const plan = [
  "betting opened",
  "during confirm",
  "countdown began",
  "betting closed, beacon awaited",
  "horses run",
  "settlement, before its commit",
  "settlement, after its commit",
  "payout signed",
  "payout sent",
  "withdrawal signed",
];

const validator = await startValidator();
afterAll(() => validator.stop());

it("INV-9 INV-12 MONEY-11 RACE-10 on a validator: killed in each phase of a race, the product loses and doubles nothing", async () => {
  const { said, problems } = await playOn(validator.url, { seed: "validator kills", plan });
  expect(problems).toEqual([]);
  expect(said.filter((line) => line.includes("killed: "))).toHaveLength(plan.length);
});
