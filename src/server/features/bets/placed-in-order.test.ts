import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { sol } from "../../../../tests/support/house.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { prepareBet } from "./prepare-bet.ts";
import { processDeposits } from "./process-deposits.ts";
import { readOwnPayment } from "./find-payment.ts";

const { house, raceId, paid, playForNothing } = await openBetting();

const MINUTE_MS = 60_000;
/** The ports of a server whose clock is a minute behind the one that opened the race. */
const behind = () => ({ ...house, clock: { ...house.clock, now: () => house.clock.now() - MINUTE_MS } });

async function openedAndPlaced(betId: string) {
  const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
  const [race] = await house.db
    .select()
    .from(races)
    .where(eq(races.id, bet?.raceId ?? ""));
  return [race?.bettingOpensAt, bet?.confirmedAt];
}

it("RACE-13 a payment that a server counts whose clock is behind is placed when the race took bets", async () => {
  const player = await house.newPlayer();
  const { betId, signature } = await paid(player);
  const transaction = await house.chain.transaction(signature);
  const deposit = transaction && (await readOwnPayment(house.houseAddresses, transaction));
  const bet = await house.depositProcessor.knownBets.find(betId);
  if (!deposit) throw new Error("the payment is not on the chain");
  const [counted] = await processDeposits({ ...behind(), network: "localnet" }, [{ deposit, bet }]);
  expect(counted?.outcome).toBe("bet");
  const [opened, placed] = await openedAndPlaced(betId);
  expect(placed).toEqual(opened);
});

it("RACE-13 so is a bet that is in at once", async () => {
  await playForNothing();
  const player = await house.newPlayer();
  const made = await prepareBet(behind(), {
    raceId: raceId(),
    wallet: player.address,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: 3,
    stake: sol(0.1),
  });
  if (!made.ok) throw new Error(made.code);
  const [opened, placed] = await openedAndPlaced(made.value.betId);
  expect(placed).toEqual(opened);
});
