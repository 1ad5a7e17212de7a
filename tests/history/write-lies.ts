/**
 * Writes a true history and a copy of it with each planted lie, as files in the format of `npm run export`, so that a
 * checker in any language can be required to find the lies:
 *
 *     node --import tsx tests/history/write-lies.ts <folder>
 *
 * Each copy is a folder with one file per day, `days.json` with their list, `open.ndjson` for what is not in a file
 * yet, and `lie.json`, which says what a checker must name: the rule, and the race or null. `true` is the folder in
 * which there is nothing to find. In those that begin with `omitted` nothing is wrong either; `counted` names the count
 * that is higher than in `true`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DayFile, fileDays, textOf } from "./day-files.ts";
import { LIED_HISTORY, lies, omissions } from "./lies.ts";
import { trueHistory } from "./true-history.ts";

function writeCopy(folder: string, days: readonly DayFile[], told: object): void {
  mkdirSync(folder, { recursive: true });
  for (const day of days) writeFileSync(join(folder, `${day.day}.ndjson`), textOf(day));
  const listed = days.map(({ day, sha256, records }) => ({ day, sha256, records }));
  writeFileSync(join(folder, "days.json"), JSON.stringify({ days: listed }));
  writeFileSync(join(folder, "open.ndjson"), "");
  writeFileSync(join(folder, "lie.json"), `${JSON.stringify(told, null, 2)}\n`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node --import tsx tests/history/write-lies.ts <folder>");
  process.exitCode = 2;
} else {
  writeCopy(join(folder, "true"), [...fileDays(trueHistory(LIED_HISTORY))], {
    name: "true",
    rule: null,
    race: null,
  });
  for (const { name, rule, race, days } of lies) {
    const slug = name.replaceAll(/[^a-z]+/g, "-");
    writeCopy(join(folder, slug), days(), { name, rule, race });
  }
  for (const { name, counted, days } of omissions) {
    const slug = `omitted-${name.replaceAll(/[^a-z]+/g, "-")}`;
    writeCopy(join(folder, slug), days(), { name, rule: null, race: null, counted });
  }
  console.log(`${lies.length} lies and the truth are in ${folder}.`);
}
