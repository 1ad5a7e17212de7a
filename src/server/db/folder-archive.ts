import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";

/**
 * Writes a folder's files to `file` as a gzipped tar, streamed by the system's own program: the database may be larger
 * than memory. The file must exist; it keeps its mode.
 */
export async function packFolder(folder: string, file: string): Promise<void> {
  const into = openSync(file, "w");
  try {
    await runTar(["-czf", "-", "-C", folder, "."], into);
  } finally {
    closeSync(into);
  }
}

/** Fills a folder from such a file, or from a plain tar. */
export const unpackFolder = (file: string, folder: string): Promise<void> =>
  // The files belong to the user who unpacks them, no matter who packed them.
  runTar(["-xof", file, "-C", folder], "ignore");

async function runTar(parameters: readonly string[], stdout: number | "ignore") {
  const tar = spawn("tar", parameters, { stdio: ["ignore", stdout, "pipe"] });
  const said: Buffer[] = [];
  tar.stderr?.on("data", (part: Buffer) => void said.push(part));
  const [status] = await once(tar, "close").catch((cause: unknown) => {
    throw new OperatorError("tar is not installed.", { cause });
  });
  if (status !== 0) throw new OperatorError(`tar failed: ${Buffer.concat(said).toString().trim()}`);
}
