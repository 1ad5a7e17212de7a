import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Path prefixes of what takes minutes: started last, it would leave one core idle while the other finishes. */
const longest = [
  "tests/attacks/attacks",
  "tests/browser/house-day",
  "tests/browser/admin-panel",
  "tests/browser/house-wallets",
  "tests/browser/history-check",
  "tests/browser/accessibility",
  "tests/browser/race-page",
  "tests/browser/titles",
  "tests/browser/own-bet",
  "tests/browser/admin-overview",
  "tests/browser/new-player",
  "tests/drills/several-nodes",
  "tests/drills/node-calls",
  "tests/simulator/",
  "tests/drills/kill",
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
