import { createHash } from "node:crypto";
import {
  compileTransaction,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { sol } from "../../../../tests/support/house.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { changeLimits } from "../own-limits/change-limits.ts";
import { takeBreak } from "../own-limits/take-break.ts";
import { raceReader } from "../races/read/read-race.ts";
import { betActionHandlers } from "./bet-action.ts";
import { expectedPayments } from "./expected-payments.ts";
import { expirePrepared } from "./expire-prepared.ts";

const { house, raceId, playForNothing, prepared, confirm, pay } = await openBetting();
const visitor = { wallet: null, isAdmin: false, isModerator: false, isSteppedUp: false };
const exchange = {
  site: { host: "furlong.example", origin: "https://furlong.example" },
  country: null,
} as never;

const handlers = () =>
  betActionHandlers({
    ...house,
    // A reader of its own each time: what it remembers for 250 ms is another test's race.
    readNewestRace: () => raceReader(house).readNewestForAll(),
  });

const describeAction = async () => {
  const answer = await handlers().describeBetAction({ params: {}, query: {}, body: {} }, visitor, exchange);
  if (!answer.ok) throw new Error("not described");
  return answer.value;
};

const ask = (account: string, choice: { stake?: Lamports; horse?: "3" | "4"; race?: string } = {}) => {
  const { stake = sol(0.1), horse = "3", race = raceId() } = choice;
  const query = { race, horse, amount: formatSol(stake) };
  return handlers().prepareBetAction({ params: {}, query, body: { account } }, visitor, exchange);
};

async function transactionFor(account: string, choice: Parameters<typeof ask>[1] = {}): Promise<string> {
  const answer = await ask(account, choice);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.transaction;
}

const messageOf = (wire: string) =>
  decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(
      getTransactionDecoder().decode(getBase64Encoder().encode(wire)).messageBytes,
    ),
  );

const memoOf = (wire: string) => Buffer.from(messageOf(wire).instructions[1]?.data ?? []).toString();

/** As the specification has it: a client puts a blockhash of its own in place of the one that it was given. */
async function payWithOwnBlockhash(wire: string, player: KeyPairSigner): Promise<string> {
  const lifetime = await house.chain.latestBlockhash();
  const message = setTransactionMessageLifetimeUsingBlockhash(lifetime as never, messageOf(wire) as never);
  const own = getBase64EncodedWireTransaction(compileTransaction(message as never));
  const signature = await house.testChain.signAndSend(own, player);
  await house.testChain.advanceSlots(2);
  return signature;
}

const stored = (wallet: string) => house.db.select().from(bets).where(eq(bets.wallet, wallet));

it("BET-32 a link describes the open race, and what is chosen there is prepared, paid and counted", async () => {
  const player = await house.newPlayer();
  const action = await describeAction();
  expect(action).toMatchObject({
    type: "action",
    icon: "https://furlong.example/icon-512.png",
    disabled: false,
  });
  const [form] = action.links?.actions ?? [];
  expect(form?.href).toBe(
    `https://furlong.example/api/actions/bet?race=${raceId()}&horse={horse}&amount={amount}`,
  );
  expect(form?.parameters[0]?.options?.map(({ value }) => value)).toEqual(["1", "2", "3", "4", "5", "6"]);
  const wire = await transactionFor(player.address, { horse: "4", stake: sol(0.25) });
  const [bet] = await stored(player.address);
  const commitment = createHash("sha256").update(`bet:${raceId()}:4:250000000:${bet?.salt}`).digest("hex");
  const memo = memoOf(wire);
  expect(memo.split(" ")).toContain(commitment);
  const signature = await payWithOwnBlockhash(wire, player);
  expect(await confirm(player, { betId: bet?.id ?? "", signature })).toMatchObject({
    ok: true,
    value: { stake: sol(0.25) },
  });
});

it("BET-32 a payment counts although the prepared transaction has expired while the wallet was open", async () => {
  const player = await house.newPlayer();
  const wire = await transactionFor(player.address);
  await house.testChain.advanceSlots(400);
  await expirePrepared(house);
  expect((await stored(player.address))[0]?.status).toBe("expired");
  await payWithOwnBlockhash(wire, player);
  await house.watch();
  expect((await stored(player.address))[0]).toMatchObject({ status: "confirmed", stake: sol(0.1) });
});

it("BET-32 what a stranger was given is given to nobody else: the bet's own commitment is unknown to strangers", async () => {
  const player = await house.newPlayer();
  const seen = await transactionFor(player.address);
  expect(await transactionFor(player.address)).not.toBe(seen);
  const { wire } = await prepared(player);
  expect(wire).not.toBe(seen);
  expect(await transactionFor(player.address)).not.toBe(wire);
  const memos = (await stored(player.address)).map(({ salt }) => salt);
  expect(new Set(memos).size).toBe(4);
});

it("BET-32 a payment by somebody else is the payer's, and no bet of the account", async () => {
  const [player, stranger] = [await house.newPlayer(), await house.newPlayer()];
  const wire = await transactionFor(player.address);
  const memo = memoOf(wire);
  await pay(stranger, [sol(0.1)], memo);
  await house.watch();
  expect((await stored(player.address))[0]?.status).toBe("prepared");
  expect(await house.balance(`user:${stranger.address}`)).toBe(sol(0.1));
});

it("BET-32 no answer tells of a ban, a break, a limit or a bet, and what cannot become a bet is credited", async () => {
  const race = raceId();
  const [clean, banned, resting, limited, backer] = await Promise.all(
    Array.from({ length: 5 }, () => house.newPlayer()),
  );
  if (!clean || !banned || !resting || !limited || !backer) throw new Error("a player is missing");
  await house.ban(banned.address);
  await takeBreak(house, resting.address, { days: 1 });
  await changeLimits(house, limited.address, { stakeDay: sol(0.02) });
  await house.testChain.signAndSend((await prepared(backer)).wire, backer);
  await house.testChain.advanceSlots(2);
  await house.watch();
  const everybody = [clean, banned, resting, limited, backer];
  const answers = async (choice: Parameters<typeof ask>[1]) =>
    new Set(
      await Promise.all(
        everybody.map(async ({ address }) => {
          const { ok: isOk, ...answer } = await ask(address, { race, ...choice });
          return isOk ? "prepared" : JSON.stringify(answer);
        }),
      ),
    );
  for (const stake of [sol(0.1), sol(0.009), sol(1_000)]) expect((await answers({ stake })).size).toBe(1);

  for (const player of everybody)
    await payWithOwnBlockhash(await transactionFor(player.address, { race }), player);
  await house.watch();
  const credited = await Promise.all(everybody.map(({ address }) => house.balance(`user:${address}`)));
  expect(credited).toEqual([0n, sol(0.1), sol(0.1), sol(0.1), sol(0.1)]);
  await house.closeRace(race);
  expect((await answers({ stake: sol(0.1) })).size).toBe(1);
});

it("BET-32 what helps everybody is said: no profile, a wrong amount, another race", async () => {
  const stranger = await house.testChain.newKeypair();
  expect(await ask(stranger.address)).toMatchObject({ code: "PROFILE_REQUIRED" });
  const { address } = await house.newPlayer();
  expect(await ask(address, { stake: sol(10.1) })).toMatchObject({ code: "BET_TOO_LARGE", field: "amount" });
  for (const amount of ["0", "-1", "1e-1", "0.0000000001", "much"])
    expect(
      await handlers().prepareBetAction(
        { params: {}, query: { race: raceId(), horse: "3", amount }, body: { account: address } },
        visitor,
        exchange,
      ),
    ).toMatchObject({ code: "INVALID_BET_AMOUNT", field: "amount" });
  expect(await ask(address, { race: "race-before" })).toMatchObject({ code: "BETTING_CLOSED" });
});

it("BET-32 at most twenty wait for an account in a race, whoever asks, and hold up nothing of its own", async () => {
  const player = await house.newPlayer();
  const own = await prepared(player);
  for (let calls = 0; calls < 20; calls++) expect(await ask(player.address)).toMatchObject({ ok: true });
  expect(await ask(player.address)).toMatchObject({ code: "RATE_LIMITED" });
  // What the player has to sign is still the one transaction, and the one whose payment is read first.
  expect(await prepared(player)).toEqual(own);
  const expected = expectedPayments({ db: house.db, clock: house.clock });
  const memo = memoOf(own.wire);
  expect(await expected.among([{ signature: "own", memo: `[${memo.length}] ${memo}` }])).toEqual(
    new Set(["own"]),
  );
});

it("BET-11 BET-32 during maintenance nothing can be pressed, and nothing is prepared", async () => {
  const player = await house.newPlayer();
  const set = (value: string) =>
    house.db.transaction((tx) =>
      writeSetting(tx, { key: "site_maintenance_enabled", value, by: null, at: new Date() }),
    );
  await set("true");
  expect(await describeAction()).toMatchObject({ disabled: true });
  expect(await ask(player.address)).toMatchObject({ code: "MAINTENANCE" });
  await set("false");
  expect(await describeAction()).toMatchObject({ disabled: false });
});

it("BET-32 places no play money for an account that did not sign in", async () => {
  await playForNothing();
  const player = await house.newPlayer();
  expect(await describeAction()).toMatchObject({ disabled: true, label: "Betting is closed" });
  expect(await ask(player.address)).toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await stored(player.address)).toEqual([]);
});
