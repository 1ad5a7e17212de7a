import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { lamports } from "../../src/domain/lamports.ts";
import { poolAccount, transfer } from "../../src/domain/ledger.ts";
import { freezeRaceSettings, storeRaceSettings } from "../../src/domain/race-settings.ts";
import { settingsFrom } from "../../src/domain/settings.ts";
import { postAll } from "../../src/server/foundation/books/ledger.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../src/server/foundation/db/schema/races.ts";

const base58 = getBase58Decoder();
const SMALLEST_STAKE = 10_000_000n;
/** Lower than those of the races that the server opened: the page shows the newest race. */
const RACE_NUMBER = 0;
const SEED_INDEX = 1_000_000;

interface Race {
  /** How many players bet, all of them on the winner. */
  readonly winners: number;
  /** The wallet whose bet is the smallest and is paid last. */
  readonly smallest: string;
}

/**
 * A race that has been run but not settled, whose bets are final: the server settles it as soon as it is leader. The
 * stakes come out of equity, so that books and chain agree.
 */
export async function storeRace(db: Db, { winners, smallest }: Race): Promise<void> {
  const at = new Date();
  const raceId = "race-bench";
  const settings = freezeRaceSettings(settingsFrom([]), { raceType: "classic" });
  await db.insert(races).values({
    id: raceId,
    number: RACE_NUMBER,
    status: "completed",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: lamports(0n),
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: SEED_INDEX,
    serverSeedHash: "0".repeat(64),
    serverSeed: "0".repeat(64),
    winningNumber: 1,
    places: [1, 2, 3, 4, 5, 6],
    nonce: "n",
    createdAt: at,
    bettingOpensAt: at,
    countdownStartedAt: at,
    closesAt: at,
    lockedAt: at,
    beaconSlot: 1n,
    beaconBlockSlot: 1n,
    beaconBlockhash: "none",
    startsAt: at,
    motionSeed: "0".repeat(32),
    revealedAt: at,
    completedAt: at,
  });
  await db.insert(raceHorses).values(
    [1, 2, 3, 4, 5, 6].map((number) => ({
      raceId,
      number,
      horseId: number,
      name: `Horse ${number}`,
      color: "#112233",
    })),
  );
  const placed = Array.from({ length: winners }, (_, index) => ({
    id: `b-bench-${index}`,
    raceId,
    wallet: index === 0 ? smallest : base58.decode(randomBytes(32)),
    horseNumber: 1,
    horseId: 1,
    stake: lamports(SMALLEST_STAKE + BigInt(index) * 1_000n),
    ledger: "real" as const,
    source: "balance" as const,
    status: "confirmed" as const,
    salt: "5a".repeat(32),
    preparedAt: at,
    confirmedAt: new Date(at.getTime() + index),
  }));
  for (let from = 0; from < placed.length; from += 1_000)
    await db.insert(bets).values(placed.slice(from, from + 1_000));
  await db.transaction((tx) =>
    postAll(
      tx,
      placed.map(({ id, stake }) =>
        transfer(
          { reference: `bet:${id}`, kind: "bet", ledger: "real", raceId },
          "equity",
          poolAccount(raceId),
          stake,
        ),
      ),
    ),
  );
}
