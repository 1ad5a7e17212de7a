import { anyDeposit, newestHash, type PlayerContext } from "./betting.ts";
import { isQuiet } from "./bonus-farmers.ts";
import { keypairOf, notary } from "./keys.ts";
import type { Actor } from "./world.ts";
import { signOwn } from "./wallet.ts";

/** Pays fees so that the house has something to read, and now and then sends a payment that hides among it. */
export const duster = keypairOf("duster");

const actor: Actor = { name: "duster", isAlive: true, pausedUntilMs: 0 };
/** More than the simulated servers list in a round, and than they hold in memory. */
const LARGEST_BURST = 150;
const HIDDEN_PAYMENT = 20_000_000n;

/**
 * Floods a deposit wallet with transactions that only mention it: without a memo, with an invented one of the game,
 * with one that was copied from another payment, and with some that fail. Amid them are payments without a memo, of
 * which none may be lost (rule DUST-2).
 */
export async function throwDust(context: PlayerContext): Promise<void> {
  const { environment, random, isOver } = context;
  const { world } = environment;
  while (!isOver()) {
    await world.sleep(actor, random.between(120_000, 480_000));
    if (isOver() || isQuiet(world.nowMs())) continue;
    const wallet = anyDeposit(context);
    const count = random.between(5, LARGEST_BURST);
    for (let sent = 0; sent < count; sent += 1) {
      await world.operation(actor, "throws dust", async () => throwOne(context, wallet));
      if (random.chance(0.1)) await world.sleep(actor, 400);
    }
  }
}

function throwOne({ environment, random }: PlayerContext, wallet: string): void {
  const { chain, world } = environment;
  const kind = random.below(20);
  const lamports = kind === 0 ? HIDDEN_PAYMENT : kind < 3 ? chain.balanceAt(duster.address, chain.tip()) : 0n;
  // A payment to itself, so that no two are the same transaction.
  // The notary is nobody's wallet: what it is sent changes nothing of the house (rule LOG-10).
  const to = kind < 18 ? duster.address : notary.address;
  const unlike = { to, lamports: BigInt(random.below(1_000_000_000)) };
  const copied = chain.historyOf(wallet).findLast(({ memos }) => memos.length > 0)?.memos[0] ?? null;
  const memo =
    kind < 12
      ? null
      : kind < 16
        ? `furlong:bet ${String(random.below(1_000)).padStart(64, "0")} ${"A".repeat(43)}=`
        : copied;
  const transfers = [{ to: wallet, lamports }, unlike];
  const signed = signOwn(duster, { transfers, memo, blockhash: newestHash(environment) });
  chain.receive(signed.wire, world.nowMs());
}
