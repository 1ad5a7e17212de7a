import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildServerIfStale } from "../../scripts/build.mjs";
import { unpackDatabase } from "./database-image.ts";

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly dataDir: string;
  /** Everything that it has printed so far, line by line. */
  readonly lines: readonly string[];
  /** Resolves with the exit code when the process has ended; null if a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly hasEnded: () => boolean;
  /** Calls the listener for each further line, as it is printed. */
  onLine(listener: (line: string) => void): void;
  /** SIGKILL, without a graceful shutdown. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Stops reading the process's output from now on. */
  stopReading(): void;
  /** SIGTERM; resolves with the exit code. Rejects if an error that nothing handled is in the log (rule OPERATE-11). */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  /** A new folder, with a database that nobody has used, if absent. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  /** Node's arguments that start the server; compiled, as `npm start` does, if absent. */
  readonly program?: readonly string[];
  /** The folder that it starts in; that of the project if absent. */
  readonly folder?: string;
  /** Resolves as soon as the process runs instead of when it is ready. */
  readonly untilReady?: boolean;
}

/** Starts the real server in its own process. */
export async function startServer(options: StartOptions = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir());
  const child = spawn(process.execPath, options.program ?? buildServerIfStale(), {
    cwd: options.folder ?? join(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOCAL_PLAYERS: "0",
      LOG_LEVEL: "debug",
      ...options.env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? Number.NaN,
    port,
    dataDir,
    lines,
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    onLine: (listener) => void listeners.add(listener),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    stopReading() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    async stop() {
      child.kill("SIGTERM");
      const code = await exited;
      const [unhandled] = lines.filter((line) => /that nothing handled|^Node\.js v/.test(line));
      if (unhandled !== undefined)
        throw new Error(`The server met an error that nothing handled: ${unhandled}`);
      return code;
    },
  };
  if (options.untilReady !== false) await waitUntilReady(server, child);
  return server;
}

/**
 * A data folder with a copy of a fresh database: a first start spends most of its time creating one, which only the
 * tests of the first start itself wait for.
 */
export async function newDataDir(): Promise<string> {
  const dataDir = emptyDataDir();
  await unpackDatabase(dataDir);
  return dataDir;
}

export const emptyDataDir = (): string => mkdtempSync(join(tmpdir(), "furlong-data-"));

async function waitUntilReady(server: ServerProcess, child: ChildProcess) {
  for (let attempt = 0; attempt < 4_000; attempt++) {
    if (child.exitCode !== null) break;
    const ready = await fetch(`${server.url}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error(`The server did not become ready:\n${server.lines.slice(-30).join("\n")}`);
}

/** A loopback port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}
