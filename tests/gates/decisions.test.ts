import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../docs/decisions");
const names = readdirSync(folder).filter((name) => name !== "README.md");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const statusOf = (name: string) => /^Status: (.+)$/m.exec(read(name))?.[1] ?? "";

/** Pages that a status links to, filtered by the verb before the link. */
const linked = (status: string, verb: RegExp) =>
  Array.from(status.matchAll(/(\w+ by|supersedes)[^;[]*\[\d{4}\]\(([^)]+)\)/g))
    .filter(([, said = ""]) => verb.test(said))
    .map(([, , name = ""]) => name);

describe("docs/decisions", () => {
  it.each(names)("%s has the form that the README shows", (name) => {
    const number = name.slice(0, 4);
    expect(name).toMatch(/^\d{4}(-[a-z0-9]+)+\.md$/);
    expect(read(name)).toMatch(
      new RegExp(
        `^# ${number} .+\\n\\nDate: \\d{4}-\\d{2}-\\d{2}\\n\\nStatus: (accepted|superseded by) ?.*\\n\\n## Context\\n`,
      ),
    );
    const parts = Array.from(read(name).matchAll(/^## (.+)$/gm), ([, title]) => title);
    expect(parts).toEqual(["Context", "Decision", "Consequences"]);
  });

  it("numbers each page once, without a gap but the one that the README explains", () => {
    const numbers = names.map((name) => Number(name.slice(0, 4)));
    const wanted = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1);
    expect(numbers).toEqual(wanted.filter((number) => number < 5 || number > 9));
  });

  it("says on both pages when one supersedes the other", () => {
    for (const name of names) {
      for (const newer of linked(statusOf(name), /by$/)) expect(statusOf(newer)).toContain(`(${name})`);
      for (const older of linked(statusOf(name), /supersedes/))
        expect(statusOf(older)).toContain(`(${name})`);
    }
    expect(names.flatMap((name) => linked(statusOf(name), /by$/))).not.toEqual([]);
  });
});
