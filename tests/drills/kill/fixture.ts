import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServerIfStale } from "../../../scripts/build.mjs";
import { openDevnetRpc } from "../../support/network-chain.ts";
import { startPostgres } from "../../support/postgres.ts";
import { freePort, type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { openFaultyNode } from "./faulty-node.ts";
import { type Moments, momentOf, newMoments } from "./moments.ts";
import type { Random } from "./random.ts";
import { openSmallDisk } from "./small-disk.ts";

export const SLOT_MS = 50;
const DISK_MEGABYTES = 400;
const PASSWORD = "Drill-Password-1234!";

interface FixtureOptions {
  readonly database: "embedded" | "postgres";
  /** The data folder gets its own disk. */
  readonly onSmallDisk: boolean;
  /** The chain runs outside the server, which reaches it like a public cluster: through a faulty node. */
  readonly behindNode: boolean;
  /** A validator on this machine that local mode plays on in place of the embedded chain. */
  readonly validatorUrl?: string;
  readonly random: Random;
}

/** The server under test, with the same port and data whenever it is started, and everything it depends on. */
export async function openFixture(options: FixtureOptions) {
  const program = buildServerIfStale();
  const folder = mkdtempSync(join(tmpdir(), "furlong-drill-"));
  const logFile = join(folder, "server.log");
  const postgres = options.database === "postgres" ? await startPostgres() : null;
  const disk = options.onSmallDisk ? openSmallDisk(DISK_MEGABYTES) : null;
  const chain = options.behindNode ? await openDevnetRpc(SLOT_MS) : null;
  const node = chain ? await openFaultyNode(chain.url, options.random) : null;
  const port = await freePort();
  const moments: Moments = newMoments();
  let server: ServerProcess | null = null;
  let isExpectedToEnd = false;
  let endings = 0;
  let failures = 0;
  let adminWallets = "";

  const start = async () => {
    isExpectedToEnd = false;
    const started = await startServer({
      port,
      dataDir: join(disk?.folder ?? folder, "data"),
      program,
      untilReady: false,
      env: {
        LOCAL_SLOT_MS: String(SLOT_MS),
        ...(options.validatorUrl !== undefined && { RPC_URL_LOCALNET: options.validatorUrl }),
        ...(postgres && { DATABASE_URL: postgres.url }),
        ...(node && {
          SOLANA_NETWORK: "devnet",
          RPC_URL_DEVNET: node.url,
          PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
          ADMIN_WALLETS: adminWallets,
          HOUSE_MASTER_PASSWORD: PASSWORD,
          // Each player comes from a separate address, as real ones do.
          TRUST_PROXY: "1",
        }),
      },
    });
    started.onLine((line) => {
      appendFileSync(logFile, `${line}\n`);
      if (line.includes('"level":"error"')) failures++;
      const moment = momentOf(line);
      if (moment !== null) moments.tell(moment);
    });
    void started.exited.then((code) => {
      appendFileSync(logFile, `-- ended: ${code ?? "by a signal"}\n`);
      if (!isExpectedToEnd) endings++;
    });
    server = started;
  };

  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
    );
  // A failing drill must not leave a server behind.
  process.once("exit", () => void server?.kill());
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    rpcUrl: options.validatorUrl ?? chain?.url ?? `${url}/rpc`,
    logFile,
    moments,
    postgres,
    disk,
    node,
    /** How many calls failed, and how often the log reported failures of the database or the chain. */
    failures: () => failures,
    start,
    /** On a cluster the admins are named by the environment. */
    appoint(wallet: string) {
      adminWallets = wallet;
    },
    ready: () => until("the server to be ready", isReady, { patienceMs: 300_000 }),
    hasEnded: () => server === null || server.hasEnded(),
    /** How often the server ended without being killed. */
    endings: () => endings,
    async kill() {
      isExpectedToEnd = true;
      await server?.kill();
    },
    async close({ keepFiles }: { keepFiles: boolean }) {
      isExpectedToEnd = true;
      await server?.kill();
      await node?.close();
      await chain?.close();
      await postgres?.stop();
      disk?.remove();
      if (!keepFiles) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What players and the verdict need of the product under test. */
export interface Site {
  readonly url: string;
  readonly rpcUrl: string;
  readonly moments: Moments;
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;
