import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../../tests/support/race-room.ts";
import { depositCredited } from "../../../../domain/chain-postings.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { post } from "../../../foundation/books/ledger.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { changeLimits } from "../../own-limits/change-limits.ts";
import { takeBreak } from "../../own-limits/take-break.ts";
import { placeRepeats } from "./place-repeats.ts";
import { readRepeat } from "./read-repeat.ts";
import { startRepeat } from "./start-repeat.ts";

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom({ chainLength: 200 });
  await room.fundHouse(100n * SOL);
});
afterAll(async () => {
  await mustBeSound(room.db);
  await room.close();
});

/** A player with a profile and a balance that is final. */
async function playerWith(name: string, balance: bigint): Promise<string> {
  await room.player(name);
  const credit = { account: `user:${walletOf(name)}` as const, lamports: lamports(balance) };
  const received = [{ kind: "deposit" as const, address: "h", lamports: lamports(balance) }];
  await room.db.transaction((tx) =>
    post(tx, depositCredited({ signature: `credit of ${name}`, received, credits: [credit] })),
  );
  return walletOf(name);
}

const ports = () => ({ ...room.ports(), isLocal: false, raceChanged: () => undefined });
const round = () => placeRepeats(ports(), room.lease);
const start = (wallet: string, stake: bigint) =>
  startRepeat(room.ports(), {
    wallet,
    horse: "chosen",
    horseId: 1,
    stake: lamports(stake),
    races: 5,
    stopAtLoss: lamports(SOL),
  });
const kindsTold = () =>
  room.events
    .filter(({ name }) => name === "user-notification")
    .map(({ to, wire }) => [to, (wire as { notification: { kind: string } }).notification.kind]);
const endOf = async (wallet: string) => (await readRepeat(room.db, wallet))!.endReason;

it("BET-16 BET-15 a repeat ends at a limit of its player's own, and by a break, and says so", async () => {
  const { id } = await room.openRace();
  const [limited, resting] = [await playerWith("limited", SOL), await playerWith("resting", SOL)];
  await changeLimits(room.ports(), limited, { stakeDay: SOL / 4n });
  expect(await start(limited, SOL / 2n)).toMatchObject({ code: "STAKE_LIMIT_REACHED" });
  expect(await start(limited, SOL / 5n)).toMatchObject({ ok: true });
  expect(await start(resting, SOL / 5n)).toMatchObject({ ok: true });
  await round();
  expect(await takeBreak(room.ports(), resting, { days: 1 })).toMatchObject({ ok: true });
  expect(await start(resting, SOL / 5n)).toMatchObject({ code: "ON_BREAK" });
  const { winner } = await room.outcome(id);
  await room.bet(id, "rival-a", { horse: winner, stake: SOL });
  await room.bet(id, "rival-b", { horse: 1 + (winner % 6), stake: SOL });
  await room.runToEnd(id);
  await room.openRace();
  await round();
  expect([await endOf(limited), await endOf(resting)]).toEqual(["own_limit", "on_break"]);
  for (const wallet of [limited, resting]) {
    expect(await room.db.select().from(bets).where(eq(bets.wallet, wallet))).toHaveLength(1);
  }
  const kinds = kindsTold();
  expect(kinds).toContainEqual([limited, "repeat_own_limit"]);
  expect(kinds).toContainEqual([resting, "repeat_on_break"]);
});

it("BET-17 BET-15 a repeat ends where the notice of age has to be confirmed, and says so", async () => {
  const unconfirmed = await playerWith("unconfirmed", SOL);
  expect(await start(unconfirmed, SOL / 5n)).toMatchObject({ ok: true });
  await room.setting("age_notice_enabled", "true");
  await round();
  expect(await endOf(unconfirmed)).toBe("notice_required");
  expect(kindsTold()).toContainEqual([unconfirmed, "repeat_notice_required"]);
  await room.setting("age_notice_enabled", "false");
});
