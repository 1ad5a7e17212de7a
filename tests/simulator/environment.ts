import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import type { SimulatedChain } from "./chain.ts";
import type { Store } from "./store.ts";
import type { Faults } from "./faults.ts";
import type { Oracle } from "./oracle/oracle.ts";
import type { Random } from "./random.ts";
import type { Landed } from "./execute.ts";
import type { Decoded } from "./transaction-bytes.ts";
import type { Actor, World } from "./world.ts";

/** Everything that a simulated process depends on. */
export interface Environment {
  readonly world: World;
  readonly random: Random;
  readonly faults: Faults;
  readonly store: Store;
  readonly chain: SimulatedChain;
  readonly oracle: Oracle;
  /** Wallets whose payments are the house's own money. */
  readonly houseSources: ReadonlySet<string>;
  /** Called with each transaction that lands. */
  readonly listeners: Map<Actor, (transaction: Landed) => void>;
  /** Called on each commit. */
  readonly commitListeners: Map<Actor, () => void>;
  readonly seedChainLength: number;
  /** How far a lagging node is behind, in slots. */
  readonly mostLag: number;
  /** How long a process really sleeps when it asks for this many milliseconds. */
  readonly pace: (ms: number, random: Random, isLoop: boolean) => number;
  /** Number of house wallets ever made of each kind, including those undone by a rolled back transaction. */
  readonly walletsMade: Record<HouseWalletKind, number>;
  /** No node answers before this time. */
  silentUntilMs: number;
  /** Until then one of the nodes is far behind the others. */
  laggingUntilMs: number;
  /** Until then one of the nodes is as if restored from a snapshot of that slot: it knows nothing older. */
  forgetful: { readonly beforeSlot: number; readonly untilMs: number };
  readonly kill: (actor: Actor) => void;
  /** Ends a process that has already been replaced. */
  readonly retire: (actor: Actor) => void;
  readonly onDeath: (actor: Actor, tell: () => void) => void;
  readonly committed: () => Promise<void>;
  readonly leads: (actor: Actor, step: string) => Promise<void>;
  readonly sent: (transaction: Decoded) => void;
}
