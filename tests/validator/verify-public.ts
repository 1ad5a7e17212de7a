import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { copyExport } from "../../src/doctor/copy-export.ts";
import { systemClock } from "../../src/server/adapters/clock.ts";
import type { Fixture } from "../drills/kill/fixture.ts";
import type { Verdict } from "../drills/kill/verdict.ts";
import { sayFault, verifyHistory } from "../simulator/verify-history.ts";
import { findOrInstallPython } from "../support/python.ts";
import { until } from "../support/until.ts";

const verifier = join(import.meta.dirname, "../../verifier/verify.py");

/** Without blocking this process, which may stand between the verifier and the validator. */
async function run(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { stdout, stderr, status };
}

/**
 * Copies the public history as `npm run export` does and runs both verifiers over it, the one in Python also with the
 * validator's word. Returns what they find.
 */
export async function verifyPublic({ url, rpcUrl }: Fixture, { races }: Verdict): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "furlong-export-"));
  try {
    await until(`the history of ${races} races`, async () => {
      await copyExport({ url, folder, clock: systemClock, say: () => undefined });
      return readFileSync(join(folder, "open.ndjson"), "utf8").split('"kind":"race"').length > races;
    });
    const { stdout, stderr, status } = await run(findOrInstallPython(), [
      verifier,
      folder,
      "--rpc",
      rpcUrl,
      "--rate",
      "10000",
      "--json",
    ]);
    const told = stdout.split("\n").filter((line) => line.startsWith("{"));
    return [
      ...verifyHistory(folder).map(sayFault),
      ...told,
      ...(status === 0 || told.length > 0 ? [] : [`verify.py ended with ${status}: ${stderr}`]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
