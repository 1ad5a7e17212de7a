/**
 * Pays into a deposit wallet that was just added and, in the same transaction, into one that everybody knows, and asks
 * every instance to count it: an instance that does not know the new wallet yet must not take the part that it knows
 * for the whole payment (rule MONEY-26).
 */
import { countEverywhere, newestHash, type PlayerContext } from "./betting.ts";
import { text } from "./oracle/mirror.ts";
import type { Player } from "./player-strategies.ts";
import { walletsAtFirst } from "./setup.ts";
import { signOwn } from "./wallet.ts";

const EACH = 15_000_000n;

export async function payBesideNewWallets(context: PlayerContext, player: Player): Promise<void> {
  const { environment, isOver } = context;
  let known = walletsAtFirst.deposit;
  while (!isOver()) {
    await environment.world.sleep(player, 1_500);
    const wallets = [...environment.oracle.mirror.houseWallets.values()].filter(
      ({ kind }) => kind === "deposit",
    );
    const [oldest, newest] = [wallets[0], wallets.at(-1)];
    if (isOver() || !oldest || !newest || wallets.length === known) continue;
    known = wallets.length;
    await payInto(context, player, [text(oldest, "address"), text(newest, "address")]);
  }
}

async function payInto(context: PlayerContext, player: Player, wallets: readonly string[]): Promise<void> {
  const { environment } = context;
  const { chain, world } = environment;
  const transfers = wallets.map((to) => ({ to, lamports: EACH }));
  const paid = signOwn(player.pair, { transfers, memo: null, blockhash: newestHash(environment) });
  await world.operation(player, "pays", async () => void chain.receive(paid.wire, world.nowMs()));
  await countEverywhere(context, player, paid.signature);
}
