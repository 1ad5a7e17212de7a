import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { delimiter, dirname, join } from "node:path";
import { installDebianPackage } from "./debian-package.ts";

export interface TestServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /**
   * Crashes the server and starts it again on its data: `immediate` as `pg_ctl -m immediate` does, `killed` with
   * SIGKILL. Resolves when it accepts connections again.
   */
  readonly crash: (how: "immediate" | "killed") => Promise<void>;
  /** Ends the server, open connections too; its data stays for `start`. */
  readonly end: () => Promise<void>;
  /** Starts it on its data, unless it runs. */
  readonly start: () => Promise<void>;
  /** The server's processes: its main one first, then one for each connection and task. */
  readonly pids: () => readonly number[];
}

/** Folder with the programs of the newest installed Postgres server; null if there is none. */
function findPostgres(): string | null {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const candidates = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(packaged, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
    "/usr/local/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql/bin",
  ];
  const found = candidates.find((folder) =>
    ["postgres", "initdb"].every((program) => existsSync(join(folder, program))),
  );
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")));
}

interface PostgresOptions {
  /**
   * Whether what is committed survives the machine's end, as in production. Without it, creating a database for each
   * test takes a fraction of the time.
   */
  readonly isDurable?: boolean;
  /** Where its own folder is made; among the temporary ones if absent. */
  readonly folder?: string;
}

/**
 * Starts a separate server on a free loopback port, with an empty folder that is deleted when it stops. Installs
 * Debian's Postgres if it is missing; where that is not possible, throws a line that says what to do.
 */
export async function startPostgres({
  isDurable = true,
  folder: parent = tmpdir(),
}: PostgresOptions = {}): Promise<TestServer> {
  if (findPostgres() === null) installDebianPackage("postgresql");
  const programs = findPostgres();
  if (programs === null) {
    throw new Error(
      "Postgres is not installed. Install its server (15 or newer), e.g. apt-get install postgresql.",
    );
  }
  const folder = mkdtempSync(join(parent, "furlong-postgres-"));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const data = join(folder, "data");
  try {
    execFileSync(
      join(programs, "initdb"),
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
    const port = await freePort();
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: "",
      max_connections: 200,
      ...(!isDurable && { fsync: "off", full_page_writes: "off" }),
    };
    // Not a pipe: while this process waits for another, nobody would drain it, and the server would hang.
    const log = join(folder, "log");
    const start = async () => {
      const started = spawn(
        join(programs, "postgres"),
        ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
        { ...options, stdio: ["ignore", "ignore", openSync(log, "w")] },
      );
      await untilReady(started, log);
      return started;
    };
    let server = await start();
    const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
    const end = async () => {
      if (hasEnded()) return;
      const ended = once(server, "exit");
      // "Fast" shutdown: ends open connections.
      server.kill("SIGINT");
      await ended;
    };
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      end,
      async start() {
        if (hasEnded()) server = await startAgain(start);
      },
      pids: () => [server.pid ?? Number.NaN, ...childrenOf(server.pid ?? Number.NaN)],
      async crash(how) {
        const ended = once(server, "exit");
        server.kill(how === "immediate" ? "SIGQUIT" : "SIGKILL");
        await ended;
        server = await startAgain(start);
      },
      async stop() {
        await end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Retries, since processes that a killed server left running, and its shared memory, block the next start for a moment. */
async function startAgain(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 100) throw error;
      await setTimeout(100);
    }
  }
}

/** Postgres refuses to run as root, so root runs it as another user. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (kind: "-u" | "-g", name: string) =>
    Number(execFileSync("id", [kind, name], { encoding: "utf8" }));
  const users = execFileSync("getent", ["passwd"], { encoding: "utf8" });
  const name = users.includes("\npostgres:") ? "postgres" : "nobody";
  return { uid: idOf("-u", name), gid: idOf("-g", name) };
}

async function untilReady(server: ChildProcess, log: string): Promise<void> {
  while (!readFileSync(log, "utf8").includes("ready to accept connections")) {
    if (server.exitCode !== null) throw new Error(`Postgres ended:\n${readFileSync(log, "utf8")}`);
    await setTimeout(20);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No loopback port is free.");
  return address.port;
}
