import { confirm, type Life, openRace, pay, payAndConfirm, prepare, transmit, type Bet } from "./betting.ts";
import { type Player, players } from "./cast.ts";
import { house } from "./keys.ts";
import { amount, isSet, type Row, text } from "./oracle/mirror.ts";
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

/** Six wallets of one person bet on all horses at once. */
export async function ringBets(life: Life, race: Row): Promise<void> {
  const ring = players.filter(({ manner }) => manner === "ring");
  await Promise.allSettled(
    ring.map(async (member, lane) => payAndConfirm(life, member, await prepare(life, member, race, lane))),
  );
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

export async function payWrongly(life: Life, player: Player, bet: Bet | null, how: number): Promise<void> {
  const { stage, random, seen } = life;
  const { chain } = stage;
  const deposit = house.deposit.address;
  const stake = bet?.stake ?? 50_000_000n;
  const others = [...stage.oracle.mirror.bets.values()].filter(
    ({ status, wallet }) => status === "prepared" && wallet !== player.pair.address,
  );
  const other = others.length > 0 ? random.pick(others.slice(-4)) : null;
  const foreign = other ? text(other, "id") : "b-0";
  const memo = `furlong:1:bet ${bet?.betId ?? foreign}`;
  const ways = [
    { transfers: [{ to: deposit, lamports: stake + 1n }], memo },
    { transfers: [{ to: deposit, lamports: stake - 1n }], memo },
    // All is right with it but who pays.
    {
      transfers: [{ to: deposit, lamports: other ? amount(other, "stake") : stake }],
      memo: `furlong:1:bet ${foreign}`,
    },
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
  const blockhash = chain.hashOf(chain.latestBlockAt(chain.tip()));
  const signed = signOwn(player.pair, { ...way, blockhash });
  await transmit(life, player, signed);
  seen.push(signed.signature);
  if (!bet) return;
  await stage.world.sleep(player, 2_500);
  await confirm(life, player, bet, signed.signature);
  if (random.chance(0.5)) await payAndConfirm(life, player, bet);
}
