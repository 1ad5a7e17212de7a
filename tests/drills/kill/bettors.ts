import { newPlayer, type PaidBet, type Player } from "../../support/player.ts";
import { momentOfCall } from "./moments.ts";
import type { Random } from "./random.ts";
import type { Site } from "./fixture.ts";
import type { Promises } from "./tally.ts";

export const SOL = 1_000_000_000;
export const GRANT = 2_000 * SOL;

export interface OpenRace {
  readonly id: string;
  readonly status: string;
  readonly bettingOpensAt: string | null;
  readonly horses: readonly { readonly id: number }[];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A player whose calls are moments of the drill, with a separate address. */
export const drilledPlayer = (site: Site, number: number): Player =>
  newPlayer(site.url, {
    rpcUrl: site.rpcUrl,
    headers: { "x-forwarded-for": `10.0.0.${number}` },
    // The server waits six seconds each time, and the chain's blockhashes do not live much longer.
    confirmAttempts: 1,
    onCall(path, moment) {
      const told = momentOfCall(path, moment);
      if (told !== null) site.moments.tell(told);
    },
  });

/** What the race page would show now; holds the last answer while the server is down. */
export function watchRace(watcher: Player, signal: AbortSignal) {
  let race: OpenRace | null = null;
  const watching = (async () => {
    while (!signal.aborted) {
      const answer = await watcher.call("GET", "/api/races/active").catch(() => null);
      if (answer?.status === 200) race = answer.body.race;
      await pause(250);
    }
  })();
  return { race: () => race, watching };
}

interface Play {
  readonly promises: Promises;
  readonly random: Random;
  readonly race: () => OpenRace | null;
  readonly signal: AbortSignal;
}

const isOpen = (race: OpenRace | null): race is OpenRace =>
  race !== null &&
  (race.status === "countdown" || (race.status === "pending" && race.bettingOpensAt !== null));

/** Places one bet in every race, however often the server dies meanwhile. */
export async function betAlways(player: Player, lane: number, play: Play) {
  let last = "";
  while (!play.signal.aborted) {
    const race = play.race();
    if (isOpen(race) && race.id !== last) {
      await betIn(race, player, lane, play);
      last = race.id;
    }
    await pause(100);
  }
}

async function betIn(race: OpenRace, player: Player, lane: number, { promises, random, ...play }: Play) {
  const horse = race.horses[lane % race.horses.length];
  const amountSol = Math.round(random.between(20, 1_000)) / 100;
  let paid: PaidBet | null = null;
  while (horse && (paid !== null || (play.race()?.id === race.id && isOpen(play.race())))) {
    try {
      paid ??= await player.pay(race.id, horse.id, amountSol);
      const answer = await player.confirm(paid);
      if (answer.status === 200) {
        promises.bets.push({ ...paid, wallet: player.address });
        return;
      }
      // Refused: the payment never landed, or it was too late. Others wait for this race, so retry with a new one.
      if (answer.status < 500 && answer.status !== 429) paid = null;
    } catch (error) {
      // The connection was cut, or betting closed: nothing was acknowledged, so nothing is owed but the payment itself,
      // which the books must show as a bet or as a credit.
      if (/ALREADY|CLOSED/.test(String(error))) return;
      // The server was killed with the payment on its way, and the chain has forgotten it.
      if (/never seen/.test(String(error))) paid = null;
    }
    if (play.signal.aborted) return;
    await pause(random.between(50, 400));
  }
}

/** Sends SOL to the house and withdraws it in parts, so that credits, withdrawals and sweeps are under way too. */
export async function saveAndWithdraw(player: Player, { promises, random, signal }: Play) {
  while (!signal.aborted) {
    try {
      const { body } = await player.call("GET", `/api/wallet/balance/${player.address}`);
      if (body.balance < 60) {
        const solvency = await player.call("GET", "/api/solvency");
        const deposit = solvency.body.holdings.find(
          (held: { kind: string }) => held.kind === "deposit",
        ).address;
        const sent = player.transfer(deposit, 100 * SOL).catch(() => undefined);
        await Promise.race([sent, pause(5_000)]);
      }
      const amountSol = Math.round(random.between(100, 5_000)) / 100;
      const answer = await player.call("POST", "/api/wallet/withdraw", { body: { amount: amountSol } });
      if (answer.status === 201) {
        promises.withdrawals.push({ id: answer.body.withdrawal.id, wallet: player.address, amountSol });
      }
    } catch {
      // The connection was cut: nothing was acknowledged. Anything sent shows up in the books.
    }
    await pause(random.between(500, 3_000));
  }
}
