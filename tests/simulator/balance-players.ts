import { lamports } from "../../src/domain/lamports.ts";
import {
  call,
  confirmNotice,
  note,
  payAndConfirm,
  type PlayerContext,
  prepare,
  transmit,
} from "./betting.ts";
import { isSet, type Row, text } from "./oracle/mirror.ts";
import { confirmsMore, type Player } from "./player-strategies.ts";
import { signPrepared } from "./wallet.ts";

const MIN_STAKE = 10_000_000n;
const MIN_WITHDRAWAL = 50_000_000n;

const balanceOf = ({ environment }: PlayerContext, { pair }: Player): bigint =>
  environment.oracle.balance(`user:${pair.address}`);

/**
 * Stakes the balance, often all of it; clicks twice, withdraws at the same
 * moment or also bets from the wallet.
 */
export async function betFromBalance(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  if (balanceOf(context, player) < MIN_STAKE || random.chance(0.4)) await deposit(context, player);
  const balance = balanceOf(context, player);
  if (balance < MIN_STAKE) return;
  const some = MIN_STAKE + ((balance - MIN_STAKE) * BigInt(random.below(100))) / 100n;
  const stake = random.chance(0.4) ? balance : some;
  const clicks = [prepare(context, player, race, { stake, from: "balance" })];
  if (random.chance(0.3)) clicks.push(prepare(context, player, race, { stake, from: "balance" }));
  const others: Promise<unknown>[] = [...clicks];
  if (random.chance(0.3)) others.push(withdraw(context, player, balance));
  if (random.chance(0.1)) {
    others.push(prepare(context, player, race).then((bet) => payAndConfirm(context, player, bet)));
  }
  await Promise.allSettled(others);
}

/** Withdraws the whole balance, or the minimum if that is more. */
export const takeOut = (context: PlayerContext, player: Player): Promise<void> =>
  withdraw(context, player, balanceOf(context, player));

async function withdraw(context: PlayerContext, player: Player, balance: bigint): Promise<void> {
  const amount = lamports(balance < MIN_WITHDRAWAL ? MIN_WITHDRAWAL : balance);
  const request = { wallet: player.pair.address, amount, isAdmin: false };
  note(context, player, "withdraw", await call(context, (server) => server.use.withdraw(request)));
}

/** Deposits from the wallet into the balance; confirmed immediately, twice, or never. */
async function deposit(context: PlayerContext, player: Player): Promise<void> {
  const { environment, random } = context;
  const wallet = player.pair.address;
  const amount = lamports(BigInt(random.between(20_000_000, 400_000_000)));
  const answered = environment.oracle.ownLimits.depositing(wallet);
  const prepared = await call(context, (server) => server.use.prepareDeposit({ wallet, amount }));
  answered(prepared.ok);
  note(context, player, "prepare deposit", prepared);
  if (!prepared.ok) return;
  const signed = signPrepared(player.pair, prepared.value.wire);
  if (random.chance(0.5)) await transmit(context, player, signed);
  else {
    const signedTransaction = Buffer.from(signed.wire).toString("base64");
    const sent = await call(context, (server) => server.use.submitDeposit({ wallet, signedTransaction }));
    note(context, player, "submit deposit", sent);
    context.seen.push(signed.signature);
  }
  await environment.world.sleep(player, random.between(100, 2_500));
  const { signature } = signed;
  for (let times = random.below(3); times > 0; times -= 1) {
    const confirmed = await call(context, (server) => server.use.confirmDeposit({ wallet, signature }));
    note(context, player, "confirm deposit", confirmed);
  }
}

/**
 * Has the server bet repeatedly, with a stop that is soon reached, and mostly leaves it running; otherwise ends it, or
 * bets and withdraws at the same time.
 */
export async function repeatBets(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { random } = context;
  if (balanceOf(context, player) < 4n * MIN_STAKE) await deposit(context, player);
  const repeat = repeatOf(context, player);
  if (repeat === undefined) return startRepeats(context, player, race);
  if (isSet(repeat, "pause_reason") && random.chance(0.5)) return resume(context, player, race);
  switch (random.pick(besideRepeat)) {
    case "nothing":
      return;
    case "stop":
      return stop(context, player);
    case "bet by hand":
      return betByHand(context, player, race);
    case "withdraw":
      return withdraw(context, player, balanceOf(context, player));
    case "replace":
      return startRepeats(context, player, race);
  }
}

const besideRepeat = [
  "nothing",
  "nothing",
  "stop",
  "bet by hand",
  "bet by hand",
  "withdraw",
  "replace",
] as const;

const repeatOf = ({ environment }: PlayerContext, { pair }: Player): Row | undefined =>
  [...environment.oracle.mirror.repeats.values()].find(
    (repeat) => repeat["wallet"] === pair.address && !isSet(repeat, "ended_at"),
  );

/** Pays long after preparing: until then the repeat must not bet. */
async function betByHand(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const bet = await prepare(context, player, race, { stake: MIN_STAKE });
  await context.environment.world.sleep(player, context.random.between(100, 12_000));
  await payAndConfirm(context, player, bet);
}

async function startRepeats(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const { environment, random } = context;
  const wallet = player.pair.address;
  const horses = environment.oracle.mirror.horsesOf(text(race, "id"));
  const horse = random.pick(["chosen", "same", "favourite"] as const);
  const horseId = horse === "chosen" ? Number(horses[random.below(horses.length)]?.["horse_id"]) : null;
  const stake = MIN_STAKE + BigInt(random.below(20_000_000));
  const order = {
    wallet,
    horse,
    horseId,
    raceId: text(race, "id"),
    stake: lamports(stake),
    races: random.between(1, 6),
    isSteppedUp: confirmsMore(player),
    stopAtLoss: lamports(stake * BigInt(random.pick([1, 1, 1, 2, 4]))),
  };
  const start = async () => {
    const release = environment.oracle.repeats.ordering(wallet);
    const granted = environment.oracle.ageNotices.asking(wallet);
    try {
      const started = await call(context, (server) => server.use.startRepeat(order));
      granted(started.ok);
      note(context, player, "start repeat", started);
      if (!started.ok) await confirmNotice(context, player, started.code);
    } finally {
      release();
    }
  };
  await Promise.allSettled(Array.from({ length: random.between(1, 2) }, start));
}

/** Accepts the terms of the race at hand. */
async function resume(context: PlayerContext, player: Player, race: Row): Promise<void> {
  const wallet = player.pair.address;
  const request = { wallet, raceId: text(race, "id"), isSteppedUp: confirmsMore(player) };
  const release = context.environment.oracle.repeats.ordering(wallet);
  try {
    note(context, player, "resume repeat", await call(context, (server) => server.use.resumeRepeat(request)));
  } finally {
    release();
  }
}

async function stop(context: PlayerContext, player: Player): Promise<void> {
  const wallet = player.pair.address;
  const release = context.environment.oracle.repeats.stopping(wallet);
  let isAnswered = false;
  try {
    await call(context, (server) => server.use.stopRepeat(wallet));
    isAnswered = true;
  } finally {
    release(isAnswered);
  }
}
