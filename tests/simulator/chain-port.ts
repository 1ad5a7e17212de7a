import { lamports, signedLamports } from "../../src/domain/lamports.ts";
import {
  type AddressSignature,
  type Chain,
  type ChainTransaction,
  ChainUnavailable,
} from "../../src/server/foundation/ports.ts";
import type { ChainRules, SimulatedChain } from "./chain.ts";
import type { Landed } from "./execute.ts";
import { type askSteps, type FaultKind, type Faults, historicSteps } from "./faults.ts";
import type { Random } from "./random.ts";
import type { Decoded } from "./transaction-bytes.ts";
import type { Actor, World } from "./world.ts";

interface Ports {
  readonly world: World;
  readonly faults: Faults;
  readonly chain: SimulatedChain;
  readonly random: Random;
  readonly kill: (actor: Actor) => void;
  /** Called with bytes that a server handed to a node, just before they reach the network. */
  readonly sent: (transaction: Decoded) => void;
  /** How far a lagging node is behind, in slots. */
  readonly mostLag: number;
  /** No node answers before this time. */
  readonly silentUntilMs: number;
  /** Until then one node is far behind. */
  readonly laggingUntilMs: number;
  /** Until then one node is as if restored from a snapshot of that slot: it is current but knows nothing older. */
  readonly forgetful: { readonly beforeSlot: number; readonly untilMs: number };
}

/** What one node knows: everything up to its own tip. */
interface View {
  readonly newest: number;
  readonly finalized: number;
  /** Its first block: it has forgotten everything that landed before. */
  readonly firstSlot: number;
}

/** The chain as a process sees it, through several nodes that lag, disagree, do not respond or lose answers. */
export function chainOf(actor: Actor, ports: Ports): Chain {
  const { chain, world } = ports;
  const ask = <T>(step: (typeof askSteps)[number], read: (view: View) => T): Promise<T> =>
    world
      .operation(actor, `chain ${step}`, () => answer(actor, ports, step, read))
      .then(async ({ value, afterMs, isLost }) => {
        if (afterMs > 0) await world.sleep(actor, afterMs);
        if (isLost) throw new ChainUnavailable(`the answer to ${step} was lost`);
        return value;
      });

  return {
    genesisHash: () => Promise.resolve("SimuLatedChain1111111111111111111111111111"),
    slot: () => ask("slot", (view) => BigInt(view.finalized)),
    newestSlot: () => ask("slot", (view) => BigInt(view.newest)),
    tip: () =>
      ask("tip", (view) => ({
        slot: BigInt(view.finalized),
        blockHeight: BigInt(chain.heightAt(view.finalized)),
      })),
    latestBlockhash: () =>
      ask("latest blockhash", (view) => {
        const slot = chain.latestBlockAt(view.finalized);
        return {
          slot: BigInt(slot),
          blockhash: chain.hashOf(slot),
          lastValidBlockHeight: BigInt(chain.heightAt(slot) + chain.rules.blockhashLife),
        };
      }),
    hasBlockhash: (blockhash) => ask("latest blockhash", (view) => chain.isFresh(blockhash, view.newest)),
    balance: (address) => ask("balance", (view) => lamports(chain.balanceAt(address, view.finalized))),
    balances: (addresses) =>
      ask("balance", (view) => ({
        slot: BigInt(view.finalized),
        lamports: addresses.map((address) => lamports(chain.balanceAt(address, view.finalized))),
      })),
    fundedBy: (address) =>
      ask("balance", (view) =>
        chain.balanceAt(address, view.finalized) === 0n ? null : BigInt(view.finalized),
      ),
    signatureStatuses: (signatures, { asOf }) =>
      ask("signature statuses", (view) => {
        if (view.newest < asOf) throw new ChainUnavailable("the node is behind");
        return signatures.map((signature) => {
          const landed = seen(ports, view, signature);
          return landed && { slot: BigInt(landed.slot), error: landed.error };
        });
      }),
    transaction: (signature) =>
      ask("transaction", (view) => {
        const landed = seen(ports, view, signature);
        return landed && transactionOf(landed, chain.rules);
      }),
    firstAvailableBlock: () => ask("first available block", (view) => BigInt(view.firstSlot)),
    signaturesFor: (address, { before, limit, asOf = 0n }) =>
      ask("signatures for", (view) => {
        if (view.finalized < asOf) throw new ChainUnavailable("the node is behind");
        const page: AddressSignature[] = [];
        const history = chain.historyOf(address);
        let isPast = before === undefined;
        for (let place = history.length - 1; place >= 0 && page.length < limit; place -= 1) {
          const landed = history[place] as Landed;
          const { signature, slot, error } = landed;
          if (slot < view.firstSlot) break;
          const isShown = isPast && slot <= view.finalized;
          if (isShown) page.push({ signature, slot: BigInt(slot), error, memo: memoOf(landed) });
          if (signature === before) isPast = true;
        }
        return page;
      }),
    recentPriorityFees: () =>
      ask("recent fees", (view) =>
        Array.from({ length: 20 }, (_, back) => priceAt(Math.max(0, view.finalized - back))),
      ),
    simulatedUnits: (wire) => ask("recent fees", () => 300 + 30 * wire.length),
    send: (wire) => send(actor, ports, wire),
    firstBlockFrom: (from) =>
      ask("first block from", (view) => {
        const slot = chain.blockAtOrAfter(Number(from));
        return slot === null || slot > view.finalized
          ? null
          : { slot: BigInt(slot), blockhash: chain.hashOf(slot) };
      }),
  };
}

/** Micro-lamports per unit: blocks are full for a while and empty for a while. */
const priceAt = (slot: number): bigint => {
  const spell = Math.floor(slot / SLOTS_A_SPELL);
  return spell % 3 === 0 ? 0n : BigInt((spell * 7_919) % 60_000);
};
const SLOTS_A_SPELL = 150;

function seen({ chain }: Ports, view: View, signature: string): Landed | null {
  const landed = chain.find(signature);
  return landed && landed.slot >= view.firstSlot && landed.slot <= view.finalized ? landed : null;
}

/** Memos as nodes list them: prefixed with their lengths. */
export const memoOf = ({ memos }: Pick<Landed, "memos">): string | null =>
  memos.length === 0 ? null : memos.map((memo) => `[${Buffer.byteLength(memo)}] ${memo}`).join("; ");

/** A balancer takes out a node whose slot is far behind; other answers of such a node get through. */
const mostLagOf: Readonly<Record<string, number>> = { slot: 3, tip: 3 };

/** In slots: many times what it takes to become final. */
const farBehind = 150;
/** Share of answers while a node is far behind. Twice in a row must be frequent: a proof takes two answers. */
const FAR_BEHIND_SHARE = 0.7;

/** Steps that read a node's history; a node that has forgotten is current in everything else. */
const historySteps: ReadonlySet<string> = new Set(historicSteps);
const MAX_FORGOTTEN_SLOTS = 80;
/** By then the house wallets have been read for the first time. */
const FIRST_FORGETTING_MS = 180_000;

function firstSlotOf({ chain, random, world, forgetful }: Ports, fault: FaultKind | null, step: string) {
  if (!historySteps.has(step) || chain.tip() * chain.rules.slotMs < FIRST_FORGETTING_MS) return 0;
  if (fault === "forgetful node") return chain.tip() - random.below(MAX_FORGOTTEN_SLOTS);
  return world.nowMs() < forgetful.untilMs && random.chance(0.7) ? forgetful.beforeSlot : 0;
}

function viewOf(ports: Ports, fault: FaultKind | null, step: string): View {
  const { chain, random, mostLag, world, laggingUntilMs } = ports;
  const isStale = fault === "stale node";
  const isFarBehind =
    world.nowMs() < laggingUntilMs && mostLagOf[step] === undefined && random.chance(FAR_BEHIND_SHARE);
  const most = isFarBehind ? farBehind : Math.min(mostLag, mostLagOf[step] ?? mostLag);
  const lag = isFarBehind || isStale ? random.between(1, most) : random.below(2);
  const newest = Math.max(0, chain.tip() - lag);
  const finalized = Math.max(0, Math.min(chain.finalizedSlot(), newest - chain.rules.finalizedAfter));
  return { newest, finalized, firstSlot: firstSlotOf(ports, fault, step) };
}

async function answer<T>(
  actor: Actor,
  ports: Ports,
  step: (typeof askSteps)[number],
  read: (view: View) => T,
): Promise<{ value: T; afterMs: number; isLost: boolean }> {
  const { chain, world, random } = ports;
  const fault = strike(ports, step);
  if (fault === "no answer" || world.nowMs() < ports.silentUntilMs)
    throw new ChainUnavailable(`${step}: no answer`);
  if (fault === "crash before") ports.kill(actor);
  chain.advance(world.nowMs());
  const value = read(viewOf(ports, fault, step));
  if (fault === "crash after") ports.kill(actor);
  const afterMs = fault === "slow answer" ? random.between(50, 4_900) : 0;
  return { value, afterMs, isLost: fault === "answer lost" };
}

function strike({ faults, world }: Ports, step: (typeof askSteps)[number] | "send"): FaultKind | null {
  const fault = faults.strike(step);
  if (fault) world.note(`FAULT ${faults.struck} ${fault} × ${step}`);
  return fault;
}

async function send(actor: Actor, ports: Ports, wire: Uint8Array): Promise<void> {
  const { world, random } = ports;
  const afterMs = await world.operation(actor, "chain send", async () => {
    const fault = strike(ports, "send");
    if (fault === "no answer" || world.nowMs() < ports.silentUntilMs)
      throw new ChainUnavailable("send: no answer");
    if (fault === "crash before") ports.kill(actor);
    if (!actor.isAlive) return 0;
    transmit(ports, wire, fault);
    if (fault === "crash after") ports.kill(actor);
    if (fault === "answer lost") throw new ChainUnavailable("the answer to send was lost");
    return fault === "slow answer" ? random.between(50, 4_900) : 0;
  });
  if (afterMs > 0) await world.sleep(actor, afterMs);
}

function transmit({ chain, world, random, sent }: Ports, wire: Uint8Array, fault: FaultKind | null) {
  const nowMs = world.nowMs();
  chain.advance(nowMs);
  const longest = chain.rules.blockhashLife * chain.rules.slotMs;
  const delays =
    fault === "dropped"
      ? []
      : fault === "delayed"
        ? [random.chance(0.5) ? random.below(longest) : longest - random.below(longest / 4)]
        : fault === "duplicated"
          ? [random.below(800), random.below(longest)]
          : [random.below(600)];
  for (const [place, delayMs] of delays.entries()) {
    const decoded = chain.receive(wire, nowMs + delayMs);
    if (decoded && place === 0) sent(decoded);
    world.note(`network has ${decoded?.signature.slice(0, 12)} +${delayMs}`);
  }
}

function transactionOf(landed: Landed, { startMs, slotMs, clockBehindMs }: ChainRules): ChainTransaction {
  const { signature, slot, error, fee, accounts, changes, instructions } = landed;
  return {
    signature,
    slot: BigInt(slot),
    blockTime: Math.floor((startMs + slot * slotMs - clockBehindMs) / 1_000) * 1_000,
    error,
    fee: lamports(fee),
    accounts,
    balanceChanges: accounts.map((address) => signedLamports(changes.get(address) ?? 0n)),
    instructions,
    innerInstructions: [],
  };
}
