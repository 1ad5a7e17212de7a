import { afterAll, beforeAll, describe } from "vitest";
import { identityAttacks } from "./identity.ts";
import { openStage, type Stage } from "./stage.ts";
import { wireAttacks } from "./wire.ts";

/*
 * Attacks on one running server, one chapter after the other; docs/threat-model.md cites their titles. The last
 * chapter looks through everything that the server printed, stored and answered meanwhile.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

const chapters = {
  "who is calling": identityAttacks,
  "the wire": wireAttacks,
};

describe.each(Object.entries(chapters))("%s", (_title, attacks) => attacks(() => stage));
