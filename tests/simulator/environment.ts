import type { HouseWalletKind } from "../../src/domain/ledger.ts";
import type { SimulatedChain } from "./chain.ts";
import type { Store } from "./store.ts";
import type { Faults } from "./faults.ts";
import type { Oracle } from "./oracle/oracle.ts";
import type { Random } from "./random.ts";
import type { Landed } from "./execute.ts";
import type { Decoded } from "./transaction-bytes.ts";
import type { Actor, World } from "./world.ts";

/** Everything that a simulated process stands on. */
export interface Environment {
  readonly world: World;
  readonly random: Random;
  readonly faults: Faults;
  readonly store: Store;
  readonly chain: SimulatedChain;
  readonly oracle: Oracle;
  /** Wallets whose payments are the house's own money. */
  readonly houseSources: ReadonlySet<string>;
  /** Told of each transaction that lands. */
  readonly listeners: Map<Actor, (transaction: Landed) => void>;
  /** Told of each commit. */
  readonly commitListeners: Map<Actor, () => void>;
  readonly seedChainLength: number;
  /** How far a lagging node is behind, in slots. */
  readonly mostLag: number;
  /** How long a process really sleeps when it asks for so long. */
  readonly pace: (ms: number, random: Random, isLoop: boolean) => number;
  /** House wallets of each kind that were ever made, those included that a rolled back transaction took away. */
  readonly walletsMade: Record<HouseWalletKind, number>;
  /** No node answers before this time. */
  silentUntilMs: number;
  /** One of the nodes is far behind the others until then. */
  laggingUntilMs: number;
  /** One of the nodes was restored from a snapshot of that slot, until then: it knows nothing older. */
  forgetful: { readonly beforeSlot: number; readonly untilMs: number };
  readonly kill: (actor: Actor) => void;
  /** Ends one that has been replaced already. */
  readonly retire: (actor: Actor) => void;
  readonly onDeath: (actor: Actor, tell: () => void) => void;
  readonly committed: () => Promise<void>;
  readonly leads: (actor: Actor, step: string) => Promise<void>;
  readonly sent: (transaction: Decoded) => void;
}
