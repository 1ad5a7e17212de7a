import type { Db } from "./db/database.ts";
import type { Logger } from "./log.ts";
import { repeat } from "./loop.ts";
import { type SendPorts, sendPayments } from "./payouts/send-payments.ts";
import type { Broadcast, Chain, Clock, Entropy } from "./ports.ts";
import type { Leadership } from "./races/engine/lead.ts";
import { ROUND_EVERY_MS, raceEngine } from "./races/engine/race-engine.ts";
import type { RaceReader } from "./races/read/read-race.ts";
import type { SeedVault } from "./races/seeds/seed-chain.ts";

const DEPOSITS_EVERY_MS = 400;
const PAYMENTS_EVERY_MS = 400;
const RECONCILE_EVERY_MS = 5_000;

interface Ports {
  readonly db: Db;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly log: Logger;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly vault: SendPorts["vault"];
  readonly seeds: SeedVault;
  readonly reader: RaceReader;
  readonly watchDeposits: () => Promise<void>;
  readonly reconcile: () => Promise<void>;
}

/** The leader's work, until its leadership ends: race rounds, deposits, outgoing payments, the books. */
export async function driveGame(ports: Ports, { lease, signal, onError }: Leadership): Promise<void> {
  const { clock } = ports;
  const engine = raceEngine({ ...ports, lease });
  const every = (everyMs: number, step: () => Promise<void>) =>
    repeat({ clock, everyMs, signal, onError }, step);
  await Promise.all([
    every(ROUND_EVERY_MS, () => engine.round()),
    every(DEPOSITS_EVERY_MS, ports.watchDeposits),
    every(PAYMENTS_EVERY_MS, () => sendPayments(ports)),
    every(RECONCILE_EVERY_MS, ports.reconcile),
  ]);
}
