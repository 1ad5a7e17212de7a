/**
 * The long proofs, which CI runs after `npm test`: thousands of simulated races in which every fault met every step, the
 * running server killed at the worst moments, and races looked at through the code that draws them. One after the other,
 * for each keeps both cores busy or measures time. That planted bugs are caught is shown by `npm run simulate:mutants`.
 */
import { openSuite } from "./suite.ts";

const suite = openSuite();
suite.vitest("thousands of simulated races with every fault", {
  projects: ["proofs"],
  files: ["tests/simulator/"],
});
suite.vitest("races through the code that draws them", {
  projects: ["proofs"],
  files: ["tests/drills/motion"],
});
suite.vitest("the server killed at the worst moments", {
  projects: ["proofs"],
  files: ["tests/drills/kill"],
});
suite.finish();
