import type { KeyPairSigner, TransactionVersion } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach } from "vitest";
import { confirmBet } from "../../src/server/features/bets/confirm-bet.ts";
import { prepareBet } from "../../src/server/features/bets/prepare-bet.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { memoInstruction, transferInstruction } from "./chain.ts";
import { openTestHouse, sol } from "./house.ts";

/**
 * A house with an open race for each test of the file, and what players do there; checks after each test that the books
 * are sound.
 */
export async function openBetting() {
  const house = await openTestHouse();
  let raceId = "";
  beforeEach(async () => {
    raceId = await house.openRace();
  });
  afterEach(async () => {
    await house.closeRace(raceId);
    await house.testChain.advanceSlots(2);
    await house.watch();
    await house.checkBooks();
    await house.checkSolvency();
  });
  afterAll(() => house.close());

  const prepare = (player: KeyPairSigner, stake = sol(0.1), horseId = 3, version?: TransactionVersion) =>
    prepareBet(house, {
      raceId,
      wallet: player.address,
      isAdmin: false,
      isBarredFromJackpots: false,
      horseId,
      stake,
      version,
    });

  async function prepared(
    player: KeyPairSigner,
    stake = sol(0.1),
    horseId = 3,
    version?: TransactionVersion,
  ) {
    const made = await prepare(player, stake, horseId, version);
    if (!made.ok || !made.value.payment) throw new Error("not prepared");
    const { betId, salt, payment } = made.value;
    const { wire, commitment, root } = payment;
    return { betId, salt, commitment, root, wire };
  }

  return {
    house,
    raceId: () => raceId,
    /** Closes the race of this test and opens one with play money. */
    playForNothing: async () => {
      await house.closeRace(raceId);
      raceId = await house.openRace({ ledger: "play" });
    },
    prepare,
    prepared,
    /** A prepared bet whose payment is confirmed on the chain. */
    paid: async (player: KeyPairSigner, stake = sol(0.1), horseId = 3) => {
      const { betId, wire } = await prepared(player, stake, horseId);
      const signature = await house.testChain.signAndSend(wire, player);
      await house.testChain.advanceSlots(2);
      return { betId, signature };
    },
    /** A payment built by the player, confirmed on the chain. */
    pay: async (player: KeyPairSigner, amounts: readonly bigint[], memo: string | null) => {
      const signature = await house.testChain.sendInstructions(player, [
        ...amounts.map((amount) => transferInstruction(player, house.address.deposit, amount)),
        ...(memo === null ? [] : [memoInstruction(memo)]),
      ]);
      await house.testChain.advanceSlots(2);
      return signature;
    },
    confirm: (
      player: Pick<KeyPairSigner, "address">,
      { betId, signature }: { betId: string; signature: string | null },
    ) => confirmBet(house, { raceId, betId, wallet: player.address, signature }),
    statusOf: async (betId: string) => {
      const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
      return bet!.status;
    },
    /** The memo that the payment of a bet carries. */
    memoOf: async (betId: string) => {
      const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
      return bet!.memo!;
    },
    userBalance: (player: Pick<KeyPairSigner, "address">) => house.balance(`user:${player.address}`),
    pool: () => house.balance(`pool:${raceId}`),
  };
}
