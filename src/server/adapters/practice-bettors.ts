import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Logger } from "../foundation/log.ts";

interface Options {
  readonly count: number;
  /** Where they reach the game, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly log: Logger;
}

/** When compiled, the program is next to this one. */
const program = import.meta.url.endsWith(".ts")
  ? ["--import", "tsx", fileURLToPath(new URL("../../localnet/practice-bettors/main.ts", import.meta.url))]
  : [fileURLToPath(new URL("practice-bettors.js", import.meta.url))];

/**
 * Starts the practice bettors in a separate process, which knows the game only by its public address. That process ends
 * with this one. Returns a function that stops it.
 */
export function startPracticeBettors({ count, baseUrl, dataDir, log }: Options): () => void {
  const child = spawn(
    process.execPath,
    [...program, baseUrl, String(count), join(dataDir, "practice-bettors")],
    { stdio: ["pipe", "ignore", "pipe"] },
  );
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => log.debug({ text: text.trim() }, "practice bettors"));
  child.on("error", (error) => log.warn({ err: error }, "the practice bettors could not be started"));
  child.on("exit", (code) => log.info({ code }, "the practice bettors ended"));
  return () => child.kill("SIGTERM");
}
