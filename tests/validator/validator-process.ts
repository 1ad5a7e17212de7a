import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import type { NodeAddress } from "./node-caller.ts";

const PROGRAM = "solana-test-validator";

/** The version of the validator on the PATH, such as `4.2.0`; null where there is none. */
export function validatorVersion(): string | null {
  try {
    const [, version] =
      /(\d+\.\d+\.\d+)/.exec(execFileSync(PROGRAM, ["--version"], { encoding: "utf8" })) ?? [];
    return version ?? null;
  } catch {
    return null;
  }
}

export interface Validator extends NodeAddress {
  readonly ledger: string;
  /** SIGTERM, then SIGKILL after a while. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again at the same address, on its ledger. */
  restart(): Promise<void>;
}

const STOP_MS = 15_000;
/** Ports that it takes in addition to those of its RPC. */
const PORTS = 30;

/** Runs a validator of its own, on which what is confirmed is final, at a new or given ledger. */
export async function startValidator(
  ledger = mkdtempSync(join(tmpdir(), "furlong-ledger-")),
): Promise<Validator> {
  const port = await freePort();
  const first = 10_000 + (port % 500) * 40;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const hasSlots = async () => {
    if (child === null || child.exitCode !== null) throw new Error("the validator has ended");
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
      // While it starts it may take a connection and never answer.
      signal: AbortSignal.timeout(2_000),
    });
    return ((await answer.json()) as { result?: number }).result ?? 0;
  };
  const start = async () => {
    child = spawn(
      "nice",
      [
        ["-n", "5", PROGRAM, "--alpenglow", "--quiet", "--ledger", ledger],
        ["--rpc-port", String(port), "--faucet-port", String(first), "--gossip-port", String(first + 1)],
        ["--dynamic-port-range", `${first + 2}-${first + PORTS}`, "--bind-address", "127.0.0.1"],
        ["--limit-ledger-size", "10000000", "--rpc-pubsub-worker-threads", "1"],
      ].flat(),
      {
        env: { ...process.env, RUST_LOG: "error", RAYON_NUM_THREADS: "1", TOKIO_WORKER_THREADS: "1" },
        stdio: "ignore",
      },
    );
    await until("the validator's first slots", hasSlots, { patienceMs: 60_000, everyMs: 300 });
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    const late = setTimeout(() => ending.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(late);
  };
  process.once("exit", () => void child?.kill("SIGKILL"));
  await start();
  return {
    url,
    webSocketUrl: `ws://127.0.0.1:${port + 1}`,
    ledger,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    restart: start,
  };
}
