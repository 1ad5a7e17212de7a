import { randomBytes } from "node:crypto";
import type { KeyPairSigner } from "@solana/kit";
import { api } from "../contract/api.ts";
import type { Race } from "../contract/races/race-shape.ts";
import { raceOutcome, seedHash } from "../domain/fairness.ts";
import { type Lamports, lamports } from "../domain/lamports.ts";
import type { Result } from "../domain/result.ts";
import { formatSol } from "../domain/sol-amount.ts";
import { type GameClient, gameClient } from "../localnet/practice-bettors/game-client.ts";
import { ensureNotice, signIn } from "../localnet/practice-bettors/join-game.ts";
import { placeBet } from "../localnet/practice-bettors/place-bet.ts";
import type { Chain } from "../server/foundation/ports.ts";
import { check, failed, type Finding, fine, isHealthy, skipped } from "./check.ts";
import { NETWORK_FEE, newWallet, pause, transfer, until } from "./throw-away-wallet.ts";

interface Play {
  readonly url: string;
  readonly node: Chain;
  /** Pays for the race, and gets back what is left. */
  readonly funder: KeyPairSigner;
  /** How long to wait for one step of the race, which on a public network depends on others. */
  readonly patienceMs: number;
  readonly say: (line: string) => void;
}

interface Bettor {
  readonly key: KeyPairSigner;
  readonly game: GameClient;
}

/** The minimum that a non-empty account must hold, plus some network fees. */
const BESIDE_THE_STAKE = lamports(2_000_000n);

/**
 * Plays one whole race with two throw-away wallets: they are funded from a key, sign in, bet, race, check, are paid,
 * withdraw and are emptied again (rule OPERATE-4). Steps that cannot be done are skipped, but the wallets are emptied
 * in any case.
 */
export async function playRace(play: Play): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const step = async (area: string, run: () => Promise<string>) => {
    play.say(`  ${area} …`);
    const finding = isHealthy(findings)
      ? await check(area, async () => fine(await run()))
      : await check(area, () => skipped("An earlier step failed."));
    findings.push(finding);
  };
  const bettors: readonly Bettor[] = await Promise.all(
    [1, 2].map(async () => ({ key: await newWallet(), game: gameClient(play.url) })),
  );
  let race: Race | null = null;
  const raceNow = (): Race => {
    if (race === null) throw new Error("there is no race");
    return race;
  };
  await step("an open race", async () => {
    race = await findOpenRace(play, bettors);
    return `${race.id}, from ${formatSol(race.min_bet)} SOL`;
  });
  await step("two wallets are funded", () => fundAll(play, bettors, raceNow().min_bet));
  await step("they sign in", () => joinAll(bettors));
  await step("they bet on two horses", async () => {
    race = await findOpenRace(play, bettors);
    return betAll(bettors, raceNow());
  });
  await step("the race is over", async () => {
    race = await awaitEnd(play, bettors, raceNow().id);
    return race.status === "completed" ? `${race.winning_horse?.name} won` : "it was refunded";
  });
  await step("its winner follows from its seed", () => Promise.resolve(checkOutcome(raceNow())));
  await step("the money is with its players", () => awaitMoney(play, bettors, raceNow()));
  // Whatever happened before, nothing is left behind.
  findings.push(await check("the wallets are emptied", async () => emptyAll(play, bettors)));
  return findings;
}

function accepted<T>(what: string, answer: Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`${what}: ${answer.code}${answer.message === undefined ? "" : ` (${answer.message})`}`);
}

async function findOpenRace({ patienceMs }: Play, [one]: readonly Bettor[]): Promise<Race> {
  let found: Race | null = null;
  await until("a race that takes bets", patienceMs, async () => {
    const answer = await one?.game.call(api.getActiveRace, {});
    const race = answer?.ok ? answer.value.race : null;
    // Enough of the countdown must remain for two payments.
    const leftMs = race?.countdownEndsAt
      ? race.countdownEndsAt.getTime() - race.serverNow.getTime()
      : Infinity;
    const isOpen = race?.status === "pending" || (race?.status === "countdown" && leftMs > 15_000);
    if (race && isOpen && race.bettingOpensAt !== null) found = race;
    return found !== null;
  });
  if (found === null) throw new Error("no race");
  return found;
}

async function fundAll({ node, funder, patienceMs }: Play, bettors: readonly Bettor[], stake: Lamports) {
  const amount = lamports(stake + BESIDE_THE_STAKE);
  const balance = await node.balance(funder.address);
  const needed = (amount + NETWORK_FEE) * BigInt(bettors.length);
  if (balance < needed) {
    throw new Error(
      `${funder.address} holds ${formatSol(balance)} SOL, but ${formatSol(lamports(needed))} are needed`,
    );
  }
  for (const { key } of bettors) await transfer(node, { from: funder, to: key.address, amount, patienceMs });
  return `${formatSol(amount)} SOL each from ${funder.address}`;
}

async function joinAll(bettors: readonly Bettor[]) {
  for (const { key, game } of bettors) {
    accepted("signing in", await signIn(game, key));
    const username = `doctor_${randomBytes(5).toString("hex")}`;
    const body = { walletAddress: key.address, username };
    accepted("creating a profile", await game.call(api.createUser, { body }));
    accepted("the notice of age", await ensureNotice(game, key.address));
  }
  return "with a profile each";
}

async function betAll(bettors: readonly Bettor[], { id, horses, min_bet: amount }: Race) {
  for (const [index, { key, game }] of bettors.entries()) {
    const horse = horses[index];
    if (!horse) throw new Error("the race has no horses");
    accepted("the bet", await placeBet(game, key, { raceId: id, horseId: horse.id, amount }, pause));
  }
  return `${formatSol(amount)} SOL each in ${id}`;
}

async function awaitEnd({ patienceMs }: Play, [one]: readonly Bettor[], id: string): Promise<Race> {
  let ended: Race | null = null;
  await until("the end of the race (does it wait for more players?)", patienceMs, async () => {
    const answer = await one?.game.call(api.getRace, { params: { id } });
    if (answer?.ok && ["completed", "refunded"].includes(answer.value.race.status)) ended = answer.value.race;
    return ended !== null;
  });
  if (ended === null) throw new Error("the race did not end");
  return ended;
}

function checkOutcome({
  id,
  status,
  server_seed: seed,
  server_seed_hash: hash,
  nonce,
  places,
}: Race): string {
  if (seed === null) throw new Error("its seed is not public");
  if (seedHash(seed) !== hash) throw new Error("its seed is not the committed one");
  if (status === "refunded" && places === null) return "no winner: it was refunded before it ran";
  const { winner, places: order } = raceOutcome(seed, id, nonce);
  if (places?.join() !== order.join())
    throw new Error(`its places are not those of its seed (${order.join()})`);
  return `number ${winner}, by the committed seed`;
}

/** Payouts land on the chain, refunded stakes are withdrawn. */
async function awaitMoney(play: Play, bettors: readonly Bettor[], { id }: Race) {
  const ends = [];
  for (const { key, game } of bettors) {
    let result: string | null = null;
    await until("the settlement", play.patienceMs, async () => {
      const answer = accepted("the race", await game.call(api.getRace, { params: { id } }));
      result = answer.yourBet?.result ?? null;
      return result !== null;
    });
    if (result === "refunded") await withdrawAll(play, { key, game });
    if (result === "win") {
      await until("the payout", play.patienceMs, async () => (await node(play, key)) > BESIDE_THE_STAKE);
    }
    ends.push(result);
  }
  return ends.join(" and ");
}

const node = (play: Play, key: KeyPairSigner) => play.node.balance(key.address);

async function withdrawAll(play: Play, { key, game }: Bettor) {
  const params = { wallet: key.address };
  let amount = lamports(0n);
  await until("the balance to be withdrawn", play.patienceMs, async () => {
    const balances = accepted("the balance", await game.call(api.getWalletBalance, { params }));
    amount = balances.balance;
    return amount > 0n;
  });
  const before = await node(play, key);
  accepted("the withdrawal", await game.call(api.withdraw, { body: { amount } }));
  await until("the withdrawal", play.patienceMs, async () => (await node(play, key)) > before);
}

async function emptyAll(play: Play, bettors: readonly Bettor[]) {
  let returned = 0n;
  for (const { key } of bettors) {
    const balance = await node(play, key);
    if (balance <= NETWORK_FEE) continue;
    const amount = lamports(balance - NETWORK_FEE);
    const { node: chain, funder, patienceMs } = play;
    await transfer(chain, { from: key, to: funder.address, amount, patienceMs });
    if ((await node(play, key)) !== 0n) return failed(`${key.address} is not empty.`);
    returned += amount;
  }
  return fine(`${formatSol(lamports(returned))} SOL are back`);
}
