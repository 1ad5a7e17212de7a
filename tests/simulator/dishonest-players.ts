import {
  betAll,
  confirm,
  type PlayerContext,
  newestHash,
  openRace,
  pay,
  payAndConfirm,
  prepare,
  transmit,
  type Bet,
  anyDeposit,
} from "./betting.ts";
import { type Player, players } from "./player-strategies.ts";
import { housePool } from "./keys.ts";
import { isSet, type Row, text } from "./oracle/mirror.ts";
import { funder } from "./setup.ts";
import { signOwn } from "./wallet.ts";

/** Pays so that the payment lands just as betting closes. */
export async function snipe(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const bet = await prepare(context, player, race);
  if (!bet) return;
  for (let waited = 0; waited < 60; waited += 1) {
    const now = context.environment.oracle.mirror.races.get(bet.raceId);
    if (!now || now["status"] === "active") break;
    const closesAt = isSet(now, "closes_at") ? Date.parse(text(now, "closes_at")) : null;
    if (
      closesAt !== null &&
      closesAt - context.environment.world.nowMs() < context.random.between(200, 2_500)
    )
      break;
    await context.environment.world.sleep(player, 500);
  }
  await payAndConfirm(context, player, bet);
}

/** Six wallets of one person bet on all horses at once, and win a little whatever happens. */
export async function ringBets(context: PlayerContext, race: Row): Promise<void> {
  const ring = players.filter(({ strategy }) => strategy === "ring");
  await Promise.allSettled(ring.map((member, lane) => betAll(context, member, race, lane)));
}

/** Confirms with payments of others and with old ones, and resends old bytes. */
export async function replay(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random, seen } = context;
  const bet = await prepare(context, player, race);
  if (!bet) return;
  const foreign =
    seen.length === 0 ? "1111111111111111111111111111111111111111111" : random.pick(seen.slice(-30));
  await Promise.allSettled([confirm(context, player, bet, foreign)]);
  const signed = await pay(context, player, bet);
  await confirm(context, player, bet, signed.signature);
  const again = await prepare(context, player, openRace(context.environment) ?? race);
  await transmit(context, player, signed);
  if (again) await confirm(context, player, again, signed.signature);
}

/** Somebody else pays for a bet: everything about the payment is right except the payer. */
export async function payForAnother(context: PlayerContext, payer: Player, race: Row): Promise<void> {
  const { environment, random } = context;
  const owner = random.pick(players.filter(({ strategy }) => strategy === "honest"));
  const bet = await prepare(context, owner, race);
  if (!bet) return;
  const transfers = [{ to: bet.depositAddress, lamports: bet.stake }];
  const { memo } = bet;
  const signed = signOwn(payer.pair, { transfers, memo, blockhash: newestHash(environment) });
  await transmit(context, payer, signed);
  await environment.world.sleep(payer, 2_500);
  await confirm(context, owner, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(context, owner, bet);
}

/**
 * Several wallets pay in one transaction, and one pays its fee: nobody's money may be counted as another's (rule
 * BET-12). If only the player's own transfer is in it, it pays for their bet, whoever pays the fee.
 */
export async function payTogether(context: PlayerContext, feePayer: Player, race: Row): Promise<void> {
  const { environment, random } = context;
  const company = players.filter(({ strategy }) => strategy === "honest" || strategy === "referred");
  const [player, other] = random.shuffled(company);
  if (!player || !other) return;
  const bet = await prepare(context, player, race);
  if (!bet) return;
  const deposit = random.chance(0.5) ? bet.depositAddress : anyDeposit(context);
  const own = { from: player.pair, to: bet.depositAddress, lamports: bet.stake };
  const transfers = random.pick([
    [own],
    [own, { from: other.pair, to: deposit, lamports: 20_000_000n }],
    [own, { from: other.pair, to: housePool.hot[1]?.address ?? "", lamports: 20_000_000n }],
    [{ to: deposit, lamports: 30_000_000n }, own],
    [own, { from: funder, to: deposit, lamports: 40_000_000n }],
  ]);
  const { memo } = bet;
  const signed = signOwn(feePayer.pair, { transfers, memo, blockhash: newestHash(environment) });
  await transmit(context, feePayer, signed);
  await environment.world.sleep(feePayer, 2_500);
  await confirm(context, player, bet, signed.signature);
}

export async function payWrongly(
  context: PlayerContext,
  player: Player,
  bet: Bet | null,
  how: number,
): Promise<void> {
  const { environment, random, seen } = context;
  const deposit = bet?.depositAddress ?? anyDeposit(context);
  const hot = housePool.hot[0]?.address ?? "";
  const other = anyDeposit(context, deposit);
  const stake = bet?.stake ?? 50_000_000n;
  const memo = bet?.memo ?? `furlong:bet ${"0".repeat(64)} ${"A".repeat(43)}=`;
  const ways = [
    { transfers: [{ to: deposit, lamports: stake + 1n }], memo },
    { transfers: [{ to: deposit, lamports: stake - 1n }], memo },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: deposit, lamports: 1_000_000n },
      ],
      memo,
    },
    { transfers: [{ to: hot, lamports: stake }], memo },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: hot, lamports: stake },
      ],
      memo: null,
    },
    { transfers: [{ to: deposit, lamports: 2_000_000_000_000n }], memo },
    { transfers: [{ to: other, lamports: stake }], memo },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: other, lamports: 5_000_000n },
      ],
      memo,
    },
    { transfers: [{ to: deposit, lamports: stake }], memo: memo.slice(0, -45) },
    {
      transfers: [{ to: deposit, lamports: stake }],
      memo: memo.replace(/\S+$/, Buffer.from(random.bytes(32)).toString("base64")),
    },
  ];
  const payment = ways[how];
  if (!payment) return;
  const signed = signOwn(player.pair, { ...payment, blockhash: newestHash(environment) });
  await transmit(context, player, signed);
  seen.push(signed.signature);
  if (!bet) return;
  await environment.world.sleep(player, 2_500);
  await confirm(context, player, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(context, player, bet);
}
