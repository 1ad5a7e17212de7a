import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach } from "vitest";
import { prepareBet } from "../../src/server/bets/prepare-bet.ts";
import { bets, depositCursors, deposits } from "../../src/server/db/schema/bets.ts";
import { type Chain, ChainUnavailable } from "../../src/server/ports.ts";
import { forgetful, type Memory } from "./forgetful-node.ts";
import { openTestHouse, sol } from "./house.ts";

interface ForkableNode {
  /** Signatures that a fork dropped. */
  readonly dropped: Set<string>;
  /** Signatures that the node cannot serve at the moment. */
  readonly unreadable: Set<string>;
  readonly memory: Memory;
  /** Number of transactions requested so far. */
  reads: number;
}

const forkable = (chain: Chain, node: ForkableNode): Chain => ({
  ...chain,
  async transaction(signature, commitment) {
    node.reads += 1;
    if (node.unreadable.has(signature)) throw new ChainUnavailable("not now");
    return node.dropped.has(signature) ? null : chain.transaction(signature, commitment);
  },
  async signatureStatuses(signatures, options) {
    const statuses = await chain.signatureStatuses(signatures, options);
    return statuses.map((status, place) => (node.dropped.has(signatures[place]!) ? null : status));
  },
  async signaturesFor(address, options) {
    const page = await chain.signaturesFor(address, options);
    return page.filter(({ signature }) => !node.dropped.has(signature));
  },
});

/** A house whose deposits are watched through a node that forgets, fails and follows forks; each test has an open race. */
export async function openWatching() {
  const node: ForkableNode = {
    dropped: new Set(),
    unreadable: new Set(),
    memory: { firstSlot: 0n },
    reads: 0,
  };
  const house = await openTestHouse({ wrap: (chain) => forkable(forgetful(chain, node.memory), node) });
  let raceId = "";
  beforeEach(async () => {
    raceId = await house.openRace();
  });
  afterEach(async () => {
    node.dropped.clear();
    node.unreadable.clear();
    Object.assign(node.memory, { firstSlot: 0n, claimedFirstSlot: undefined });
    await house.closeRace(raceId);
    await house.checkBooks();
  });
  afterAll(() => house.close());

  return {
    house,
    node,
    raceId: () => raceId,
    /** A bet that is prepared and paid, but that nobody confirms. */
    pay: async (player: KeyPairSigner, stake = sol(0.1)) => {
      const request = { raceId, wallet: player.address, isAdmin: false, horseId: 2, stake };
      const made = await prepareBet(house, request);
      if (!made.ok || !made.value.payment) throw new Error("not prepared");
      const signature = await house.testChain.signAndSend(made.value.payment.wire, player);
      return { betId: made.value.betId, signature };
    },
    betOf: async (betId: string) => {
      const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
      return bet!;
    },
    depositOf: async (signature: string) => {
      const [deposit] = await house.db.select().from(deposits).where(eq(deposits.signature, signature));
      return deposit;
    },
    cursor: async (address: string = house.address.deposit) => {
      const [row] = await house.db.select().from(depositCursors).where(eq(depositCursors.address, address));
      return row?.lastSignature;
    },
  };
}
