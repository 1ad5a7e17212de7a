import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import type { Json } from "../support/browser-session.ts";
import { askEverything } from "./ask-everything.ts";
import { compareAnswers } from "./compare-answers.ts";
import { startValidator, validatorVersion } from "./validator-process.ts";

const file = new URL(`./agave-${validatorVersion()}.json`, import.meta.url);
const validator = await startValidator();
afterAll(() => validator.stop());

/** With `RECORD=1` they are written down anew; `answers.test.ts` compares the embedded chain with them. */
it("LOCALNET-8 the validator answers as it was recorded", async () => {
  const answers = await askEverything(validator);
  if (process.env["RECORD"] === "1") writeFileSync(file, `${JSON.stringify(answers, null, 1)}\n`);
  const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, Json>;
  expect(compareAnswers(recorded, answers)).toEqual([]);
});
