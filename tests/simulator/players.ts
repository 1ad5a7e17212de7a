import { lamports } from "../../src/domain/lamports.ts";
import {
  betAll,
  call,
  forget,
  type Life,
  note,
  openRace,
  payAndConfirm,
  type PlayerPorts,
  prepare,
} from "./betting.ts";
import { type Manner, type Player, players } from "./cast.ts";
import { payForAnother, payWrongly, replay, ringBets, snipe } from "./cheats.ts";
import { type Row, text } from "./oracle/mirror.ts";

/** Sets every player going. */
export function startPlayers(ports: PlayerPorts): void {
  const seen: string[] = [];
  for (const player of players) {
    if (ports.muted.has(player.manner)) continue;
    // The ring acts together, led by its first.
    if (player.manner === "ring" && !player.name.endsWith(" 1")) continue;
    void live({ ...ports, random: ports.random.stream(player.name), seen }, player);
  }
}

async function live(life: Life, player: Player): Promise<void> {
  const { stage, random, isOver } = life;
  const betIn = new Set<string>();
  while (!isOver()) {
    await stage.world.sleep(player, random.between(2_000, 10_000));
    if (isOver()) return;
    try {
      await withdrawIfRich(life, player);
      const race = openRace(stage);
      if (!race || betIn.has(text(race, "id")) || !random.chance(eagerness[player.manner])) continue;
      if (random.chance(0.9)) betIn.add(text(race, "id"));
      await play(life, player, race);
    } catch (error) {
      // The server died, refused the connection or failed inside: a player tries again some other time.
      stage.world.note(
        `${player.name} gives up: ${error instanceof Error ? error.message.slice(0, 60) : ""}`,
      );
    }
  }
}

const eagerness: Readonly<Record<Manner, number>> = {
  honest: 0.15,
  forgetful: 0.12,
  sniper: 0.15,
  ring: 0.02,
  replayer: 0.09,
  "wrong payer": 0.12,
  "streak farmer": 0.31,
  referred: 0.12,
  miser: 0.19,
};

async function play(life: Life, player: Player, race: Row): Promise<void> {
  const { random } = life;
  switch (player.manner) {
    case "honest":
    case "referred":
    case "streak farmer":
      return payAndConfirm(life, player, await prepare(life, player, race));
    case "miser":
      return betAll(life, player, race);
    case "forgetful":
      return forget(life, player, await prepare(life, player, race));
    case "sniper":
      return snipe(life, player, race);
    case "ring":
      return ringBets(life, race);
    case "replayer":
      return replay(life, player, race);
    case "wrong payer":
      return random.chance(0.25)
        ? payForAnother(life, player, race)
        : payWrongly(life, player, await prepare(life, player, race), random.below(6));
  }
}

const LEAST = 50_000_000n;

/** Takes the whole server balance out, with several clicks at once. */
async function withdrawIfRich(life: Life, player: Player): Promise<void> {
  const { stage, random } = life;
  const balance = stage.oracle.balance(`user:${player.pair.address}`);
  if (balance < LEAST || !random.chance(0.25)) return;
  const wanted = lamports(random.chance(0.7) ? balance : LEAST);
  const wish = { wallet: player.pair.address, amount: wanted, isAdmin: false };
  const clicks = Array.from({ length: random.between(1, 3) }, async () => {
    note(life, player, "withdraw", await call(life, (server) => server.use.withdraw(wish)));
  });
  await Promise.allSettled(clicks);
}
