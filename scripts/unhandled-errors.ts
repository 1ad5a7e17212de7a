import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/**
 * Reports errors that no test caught, which the test runner's own report leaves out, as a list of texts in the file
 * named by UNHANDLED_ERRORS.
 */
// oxlint-disable-next-line import/no-default-export -- the test runner wants it
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const texts = errors.map(({ name, message }) => `${name}: ${message}`);
    writeFileSync(process.env["UNHANDLED_ERRORS"] ?? "", JSON.stringify(texts));
  }
}
