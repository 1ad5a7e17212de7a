import { openTestLog } from "../support/open-test-log.ts";
import { plainDatabase } from "./database.ts";
import { hiddenStreamers, isPoor, type Strategy, players, referrerOf } from "./player-strategies.ts";
import { duster } from "./duster.ts";
import { houseKinds, housePool, keypairOf, notary } from "./keys.ts";
import { SET_UP } from "./oracle/house-wallets.ts";
import type { Environment } from "./environment.ts";
import { signOwn } from "./wallet.ts";
import { masterPasswords, wrap } from "./wrapped-key.ts";

const SOL = 1_000_000_000n;
/** The simulated vault derives nothing with it. */
const argon2 = { memoryKiB: 1024, timeCost: 1, parallelism: 1 };

/** Pays into the house from outside. */
export const funder = keypairOf("funder");

/** What wallets hold when the chain begins. */
export const genesis: ReadonlyMap<string, bigint> = new Map([
  [funder.address, 1_000_000n * SOL],
  [duster.address, 1_000n * SOL],
  ...players.map((player) => [player.pair.address, isPoor(player) ? SOL / 10n : 3_000n * SOL] as const),
]);

/** Some start with wins, or four in a row would rarely occur, and a fifth never. */
const winsBefore: Readonly<Partial<Record<Strategy, number>>> = {
  honest: 3,
  referred: 3,
  "streak farmer": 3,
  sniper: 4,
  // Their stakes are often too small to count, which only shows on an existing streak.
  miser: 2,
  "bonus farmer": 1,
};

/** Enough of them for everything that can go wrong between wallets. */
export const walletsAtFirst = { deposit: 3, hot: 2, treasury: 1 };

/** Creates the profiles, house wallets and their first money, as in a game that has just been set up. */
export async function setUpGame({ store, oracle, chain, world }: Environment): Promise<void> {
  const at = new Date(world.nowMs()).toISOString();
  for (const kind of houseKinds) {
    for (const { address } of housePool[kind].slice(0, walletsAtFirst[kind])) {
      store.query(
        "insert into house_wallets (address, kind, sealed_key, created_at) values ($1, $2, $3, $4)",
        [address, kind, SET_UP, at],
      );
    }
  }
  store.query(
    "insert into house_vault (id, salt, argon2, wrapped_key, created_at) values (1, '', $3, $1, $2)",
    [wrap(masterPasswords[0] ?? "", ""), at, JSON.stringify(argon2)],
  );
  for (const player of players) {
    const { name, strategy, pair } = player;
    store.query(
      "insert into users (wallet, username, referrer, current_win_streak, is_streamer, created_at) values ($1, $2, $3, $4, $5, $6)",
      [
        pair.address,
        name,
        referrerOf(player)?.pair.address ?? null,
        winsBefore[strategy] ?? 0,
        hiddenStreamers.includes(player),
        at,
      ],
    );
  }
  const settings = {
    network: "localnet",
    countdown_seconds: "10",
    extend_seconds: "5",
    next_race_delay: "1",
    sprint_duration: "5",
    race_type_weights: '{"classic":1,"sprint":9,"endurance":0}',
    superfecta_bonus_sol: "0.1",
    // So that a few races bring in enough to claim.
    house_edge: "10",
    referral_rate: "10",
    min_referral_claim_sol: "0.01",
    second_admin_above_sol: "0.5",
    // So that players come to it in a few races.
    balance_step_up_above_sol: "0.1",
    take_back_after: "3",
  };
  for (const [key, value] of Object.entries(settings)) {
    store.query("insert into settings (key, value, updated_at) values ($1, $2, $3)", [key, value, at]);
  }
  const clock = { now: () => world.nowMs() };
  await openTestLog({ db: plainDatabase(store), clock }, { address: notary.address, sealedKey: "sealed" });
  await oracle.committed();
  const grants = { deposit: SOL / 5n, hot: 2n * SOL, treasury: SOL };
  for (const kind of houseKinds) {
    for (const { address } of housePool[kind].slice(0, walletsAtFirst[kind])) {
      const transfers = [{ to: address, lamports: grants[kind] }];
      chain.receive(
        signOwn(funder, { transfers, memo: null, blockhash: chain.hashOf(0) }).wire,
        world.nowMs(),
      );
    }
  }
}
