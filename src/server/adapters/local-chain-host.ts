import {
  type RpcTransport,
  address,
  createSolanaRpcFromTransport,
  lamports as kitLamports,
} from "@solana/kit";
import { type RawData, WebSocket } from "ws";
import type { Lamports } from "../../domain/lamports.ts";
import type { LocalChain } from "../../localnet/chain/local-chain.ts";
import { openLocalChain } from "../../localnet/chain/open-local-chain.ts";
import { handleRpc } from "../../localnet/rpc/handle-rpc.ts";
import { attachRpcSocket } from "../../localnet/rpc/rpc-socket.ts";
import type { Db } from "../db/database.ts";
import { acquireLease, holdLease, leaseHolder, releaseLease, renewLease } from "../db/lease.ts";
import type { Logger } from "../log.ts";
import { repeat } from "../loop.ts";
import type { Clock } from "../ports.ts";
import { localChainStore } from "./local-chain-store.ts";
import { httpExchange, type RpcExchange, textTransport } from "./rpc-transport.ts";

const LEASE = "local-chain";
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;
const ASK_EVERY_MS = 250;
const FORWARD_TIMEOUT_MS = 5_000;
const MOST_EARLY_MESSAGES = 100;

/**
 * The embedded chain as any process of the game sees it. The holder of a lease runs it over the game's
 * database; the others forward to it, and take over when it is gone.
 */
export interface LocalChainHost {
  /** Answers a JSON-RPC request; rejects when no process runs the chain at the moment. */
  answer(body: string, signal?: AbortSignal): Promise<string>;
  /** Serves the chain's subscriptions on an open socket. */
  attach(socket: WebSocket): Promise<void>;
  /** The same calls for the server itself, without a detour over the network where it runs the chain. */
  readonly transport: RpcTransport;
  faucetAddress(): Promise<string>;
  /** Sends lamports of the faucet and resolves once the transfer is confirmed. */
  airdrop(to: string, amount: Lamports): Promise<void>;
  close(): Promise<void>;
}

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this run of this process. */
  readonly holder: string;
  /** Where the others reach this process, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** No other process can hold this database: a lease that was left behind is taken at once. */
  readonly isAlone: boolean;
  /** Length of a slot when the chain is born. */
  readonly slotMs: number;
}

export async function openLocalChainHost(ports: Ports): Promise<LocalChainHost> {
  const { db, clock, log } = ports;
  const stopping = new AbortController();
  let running: { chain: LocalChain; token: bigint; stop: AbortController } | null = null;

  const take = async () => {
    if (running !== null) return;
    const token = await acquireLease(db, {
      name: LEASE,
      holder: ports.holder,
      ttlMs: LEASE_MS,
      address: ports.address,
      force: ports.isAlone,
    });
    if (token === null) return;
    const stop = new AbortController();
    const store = localChainStore(db, { guard: (tx) => holdLease(tx, LEASE, token) });
    const chain = await openLocalChain({
      store,
      clock,
      slotMs: ports.slotMs,
      signal: stop.signal,
      onFault: (error) => log.error({ err: error }, "the embedded chain could not store a block"),
    });
    running = { chain, token, stop };
    log.info({ genesisHash: chain.genesisHash }, "embedded chain running");
  };

  const keep = async () => {
    if (running === null) return await take();
    if (await renewLease(db, { name: LEASE, token: running.token, ttlMs: LEASE_MS })) return;
    log.warn({}, "another process runs the embedded chain now");
    running.stop.abort();
    running = null;
  };

  const holderAddress = async () => {
    const holder = await leaseHolder(db, LEASE);
    const address = holder?.address ?? null;
    if (address === null || address === ports.address) {
      throw new Error("no process runs the embedded chain at the moment");
    }
    return address;
  };

  const answer: RpcExchange = async (body, signal) =>
    running === null
      ? httpExchange(`${await holderAddress()}/rpc`)(body, signal)
      : handleRpc(running.chain, body);

  const transport = textTransport(answer);
  const rpc = createSolanaRpcFromTransport(transport);
  // A killed process leaves its lease behind: until it runs out there is nobody to ask.
  const isThere = () => rpc.getHealth().send().then(yes, no);
  for (await take(); !(await isThere()); await take()) await clock.sleep(ASK_EVERY_MS);
  const keeping = repeat(
    {
      clock,
      everyMs: RENEW_MS,
      signal: stopping.signal,
      onError: (error) => log.error({ err: error }, "the embedded chain's lease could not be kept"),
    },
    keep,
  );

  return {
    answer: (body, signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)) => answer(body, signal),
    async attach(socket) {
      if (running !== null) attachRpcSocket(running.chain, socket);
      else join(socket, new WebSocket(`${(await holderAddress()).replace(/^http/, "ws")}/rpc`));
    },
    transport,
    faucetAddress: async () => (await rpc.getIdentity().send()).identity,
    async airdrop(to, amount) {
      const before = (await rpc.getBalance(address(to), { commitment: "confirmed" }).send()).value;
      await rpc.requestAirdrop(address(to), kitLamports(amount)).send();
      for (;;) {
        const now = (await rpc.getBalance(address(to), { commitment: "confirmed" }).send()).value;
        if (now >= before + amount) return;
        await clock.sleep(50);
      }
    },
    async close() {
      stopping.abort();
      await keeping;
      if (running === null) return;
      await running.chain.close();
      await releaseLease(db, { name: LEASE, token: running.token });
    },
  };
}

const yes = () => true;
const no = () => false;

/** Passes every message on in both directions; either end closing closes the other. */
function join(client: WebSocket, owner: WebSocket): void {
  const early: RawData[] = [];
  client.on("message", (data) => {
    if (owner.readyState === owner.OPEN) owner.send(data, { binary: false });
    else if (early.length < MOST_EARLY_MESSAGES) early.push(data);
    else client.terminate();
  });
  owner.on("open", () => {
    for (const data of early) owner.send(data, { binary: false });
  });
  owner.on("message", (data) => client.send(data, { binary: false }));
  client.on("close", () => owner.terminate());
  owner.on("close", () => client.close());
  owner.on("error", () => client.terminate());
  client.on("error", () => owner.terminate());
}
