import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Path prefixes of what takes minutes: started last, it would leave one core idle while the other finishes. */
const longest = [
  "tests/simulator/long-run",
  "tests/attacks/attacks",
  "tests/simulator/",
  "tests/browser/house-day",
  "tests/browser/admin-panel",
  "tests/browser/translated-page",
  "tests/browser/narrow-phone",
  "tests/browser/admin-content",
  "tests/browser/accessibility",
  "tests/drills/neighbours",
  "tests/browser/race-page",
  "tests/verifier/python",
  "tests/drills/house-kill",
  "tests/drills/several-nodes",
  "tests/drills/kill",
  "tests/drills/node-calls",
  "tests/browser/clip",
  "tests/browser/history-check",
  "tests/browser/shown-time",
  "tests/browser/blocked-network",
  "tests/drills/operate/compiled-start",
  "tests/drills/",
  "tests/browser/new-player",
  "src/server/features/house-wallets/money-crash",
  "src/server/features/races/engine/crash",
  "src/server/foundation/db/open-embedded",
];

/** The order of the test files; a fresh clone does not remember how long each took. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`;
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.startsWith(root + path));
      return place < 0 ? longest.length : place;
    };
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)));
  }
}
