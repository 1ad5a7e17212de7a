import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian-package.ts";
import { freePort } from "./server-process.ts";

export interface TestRedis {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends the process; the port stays reserved for `start`. */
  readonly end: () => Promise<void>;
  /** Starts it again, empty, at the same port. */
  readonly start: () => Promise<void>;
  /** Stops the process without closing its connections, until `resume`. */
  readonly hang: () => void;
  readonly resume: () => void;
}

function findRedis(): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  const found = folders.find((folder) => existsSync(join(folder, "redis-server")));
  return found === undefined ? null : join(found, "redis-server");
}

/**
 * Starts a separate Redis that stores nothing, on a free loopback port. Installs Debian's package if it is missing;
 * where that is not possible, throws a line that says what to do.
 */
export async function startRedis(): Promise<TestRedis> {
  if (findRedis() === null) installDebianPackage("redis-server");
  const program = findRedis();
  if (program === null)
    throw new Error("Redis is not installed. Install its server, e.g. apt-get install redis-server.");
  const folder = mkdtempSync(join(tmpdir(), "furlong-redis-"));
  const port = await freePort();
  const start = async () => {
    const redis = spawn(
      program,
      ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no", "--dir", folder],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise<void>((resolve, reject) => {
      redis.once("exit", () => reject(new Error("Redis ended before it was ready")));
      redis.stdout.on("data", (text: Buffer) => {
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
    return redis;
  };
  let redis = await start();
  const end = async () => {
    if (redis.exitCode !== null || redis.signalCode !== null) return;
    const ended = once(redis, "exit");
    redis.kill("SIGCONT");
    redis.kill("SIGTERM");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    end,
    async start() {
      redis = await start();
    },
    hang: () => void redis.kill("SIGSTOP"),
    resume: () => void redis.kill("SIGCONT"),
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
