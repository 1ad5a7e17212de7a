import {
  betAll,
  confirm,
  type Life,
  newestHash,
  openRace,
  pay,
  payAndConfirm,
  prepare,
  transmit,
  type Bet,
} from "./betting.ts";
import { type Player, players } from "./cast.ts";
import { house } from "./keys.ts";
import { isSet, type Row, text } from "./oracle/mirror.ts";
import { signOwn } from "./wallet.ts";

/** Pays so that it lands when betting closes. */
export async function snipe(life: Life, player: Player, race: Row): Promise<void> {
  const bet = await prepare(life, player, race);
  if (!bet) return;
  for (let waited = 0; waited < 60; waited += 1) {
    const now = life.stage.oracle.mirror.races.get(bet.raceId);
    if (!now || now["status"] === "active") break;
    const closesAt = isSet(now, "closes_at") ? Date.parse(text(now, "closes_at")) : null;
    if (closesAt !== null && closesAt - life.stage.world.nowMs() < life.random.between(200, 2_500)) break;
    await life.stage.world.sleep(player, 500);
  }
  await payAndConfirm(life, player, bet);
}

/** Six wallets of one person bet on all horses at once, and win a little whatever comes. */
export async function ringBets(life: Life, race: Row): Promise<void> {
  const ring = players.filter(({ manner }) => manner === "ring");
  await Promise.allSettled(ring.map((member, lane) => betAll(life, member, race, lane)));
}

/** Confirms with payments of others, with old ones, and sends old bytes again. */
export async function replay(life: Life, player: Player, race: Row): Promise<void> {
  const { random, seen } = life;
  const bet = await prepare(life, player, race);
  if (!bet) return;
  const foreign =
    seen.length === 0 ? "1111111111111111111111111111111111111111111" : random.pick(seen.slice(-30));
  await Promise.allSettled([confirm(life, player, bet, foreign)]);
  const signed = await pay(life, player, bet);
  await confirm(life, player, bet, signed.signature);
  const again = await prepare(life, player, openRace(life.stage) ?? race);
  await transmit(life, player, signed);
  if (again) await confirm(life, player, again, signed.signature);
}

/** Somebody else pays for a bet: all is right with it but who pays. */
export async function payForAnother(life: Life, payer: Player, race: Row): Promise<void> {
  const { stage, random } = life;
  const owner = random.pick(players.filter(({ manner }) => manner === "honest"));
  const bet = await prepare(life, owner, race);
  if (!bet) return;
  const transfers = [{ to: house.deposit.address, lamports: bet.stake }];
  const memo = `furlong:1:bet ${bet.betId}`;
  const signed = signOwn(payer.pair, { transfers, memo, blockhash: newestHash(stage) });
  await transmit(life, payer, signed);
  await stage.world.sleep(payer, 2_500);
  await confirm(life, owner, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(life, owner, bet);
}

export async function payWrongly(life: Life, player: Player, bet: Bet | null, how: number): Promise<void> {
  const { stage, random, seen } = life;
  const deposit = house.deposit.address;
  const stake = bet?.stake ?? 50_000_000n;
  const memo = `furlong:1:bet ${bet?.betId ?? "b-0"}`;
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
    { transfers: [{ to: house.hot.address, lamports: stake }], memo },
    {
      transfers: [
        { to: deposit, lamports: stake },
        { to: house.hot.address, lamports: stake },
      ],
      memo: null,
    },
    { transfers: [{ to: deposit, lamports: 2_000_000_000_000n }], memo },
  ];
  const way = ways[how];
  if (!way) return;
  const signed = signOwn(player.pair, { ...way, blockhash: newestHash(stage) });
  await transmit(life, player, signed);
  seen.push(signed.signature);
  if (!bet) return;
  await stage.world.sleep(player, 2_500);
  await confirm(life, player, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(life, player, bet);
}
