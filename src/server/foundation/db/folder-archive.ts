import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "./operator-error.ts";

/**
 * Writes a folder's files to `file` as a gzipped tar, streamed by the system's own program: the database may be larger
 * than memory. The file must exist; it keeps its mode.
 */
export async function packFolder(folder: string, file: string): Promise<void> {
  const into = openSync(file, "w");
  try {
    await runTar(["-czf", "-", "-C", folder, "."], into, Readable.from([]));
  } finally {
    closeSync(into);
  }
}

/** Fills a folder from such a file's content. */
export const unpackFolder = (content: Readable, folder: string): Promise<void> =>
  // The files belong to the user who unpacks them, no matter who packed them.
  runTar(["-xzof", "-", "-C", folder], "ignore", content);

async function runTar(parameters: readonly string[], stdout: number | "ignore", content: Readable) {
  const tar = spawn("tar", parameters, { stdio: ["pipe", stdout, "pipe"] });
  const said: Buffer[] = [];
  tar.stderr?.on("data", (part: Buffer) => void said.push(part));
  // When tar ends early, its status says so.
  const fed = tar.stdin && pipeline(content, tar.stdin).catch(() => undefined);
  const [status] = await once(tar, "close").catch((cause: unknown) => {
    throw new OperatorError("tar is not installed.", { cause });
  });
  await fed;
  if (status !== 0) throw new OperatorError(`tar failed: ${Buffer.concat(said).toString().trim()}`);
}
