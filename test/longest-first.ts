import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Beginnings of the paths of what takes minutes: begun last, it would keep one core waiting for the other. */
const longest = [
  "abuse/abuse",
  "e2e/accessibility",
  "e2e/independent-client",
  "e2e/several-servers",
  "e2e/for-everyone",
  "e2e/new-player",
  "src/server/races/crash",
];

/** The order of the test files; a fresh clone has no memory of how long each took. */
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
