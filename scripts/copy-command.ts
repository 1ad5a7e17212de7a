import { errorLine } from "../src/server/adapters/describe-error.ts";
import type { Place } from "../src/server/foundation/db/backup.ts";
import { keepNewFilesPrivate } from "../src/server/foundation/db/private-folder.ts";
import { readConfig } from "../src/server/foundation/config.ts";

/** Runs `backup` or `restore` on the database that the environment names; refusals are one line and status 1. */
export async function runCopyCommand(
  usage: string,
  run: (place: Place, file: string, options: string[]) => Promise<void>,
) {
  keepNewFilesPrivate();
  const given = process.argv.slice(2);
  const options = given.filter((argument) => argument.startsWith("--"));
  const [file, ...rest] = given.filter((argument) => !argument.startsWith("--"));
  if (file === undefined || rest.length > 0) return refuse(usage);
  const read = readConfig();
  if (!read.ok) return refuse(read.problems.join("\n"));
  try {
    await run(read.config, file, options);
  } catch (error) {
    refuse(errorLine(error));
  }
}

function refuse(line: string) {
  console.error(line);
  process.exitCode = 1;
}
