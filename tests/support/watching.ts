import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach } from "vitest";
import { prepareBet } from "../../src/server/features/bets/prepare-bet.ts";
import { bets, depositCursors, deposits } from "../../src/server/foundation/db/schema/bets.ts";
import { type Chain, ChainUnavailable } from "../../src/server/foundation/ports.ts";
import { forgetful, type Memory } from "./forgetful-node.ts";
import { openTestHouse, sol } from "./house.ts";

interface FailingNode {
  /** Signatures that the node cannot serve at the moment. */
  readonly unreadable: Set<string>;
  readonly memory: Memory;
  /** Number of transactions requested so far. */
  reads: number;
}

const failing = (chain: Chain, node: FailingNode): Chain => ({
  ...chain,
  async transaction(signature) {
    node.reads += 1;
    if (node.unreadable.has(signature)) throw new ChainUnavailable("not now");
    return chain.transaction(signature);
  },
});

/** A house whose deposits are watched through a node that forgets and fails; each test has an open race. */
export async function openWatching() {
  const node: FailingNode = {
    unreadable: new Set(),
    memory: { firstSlot: 0n },
    reads: 0,
  };
  const house = await openTestHouse({ wrap: (chain) => failing(forgetful(chain, node.memory), node) });
  let raceId = "";
  beforeEach(async () => {
    raceId = await house.openRace();
  });
  afterEach(async () => {
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
      const request = {
        raceId,
        wallet: player.address,
        isAdmin: false,
        isBarredFromJackpots: false,
        horseId: 2,
        stake,
      };
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
