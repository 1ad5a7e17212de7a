import { beforeAll, expect, it } from "vitest";
import type { Player } from "../support/player.ts";
import { until } from "../support/until.ts";
import type { Fixture } from "./fixture.ts";

/** In lamports. */
const EARNED = 400_000_000;

/** Commission claims: for other wallets, repeatedly, and concurrently (rules REFERRAL-5 to REFERRAL-7). */
export function referralAttacks(fixture: () => Fixture) {
  let referrer: Player;
  let thief: Player;

  const claim = (player: Player, body: object = { wallet: player.address }) =>
    player.call("POST", "/api/referrals/claim", { body });
  const claims = () =>
    fixture().query("select * from payments where kind = 'referral' and wallet = any($1)", [
      [referrer.address, thief.address],
    ]);

  beforeAll(async () => {
    [referrer, thief] = await Promise.all([fixture().newPlayer(), fixture().newPlayer()]);
    // Credited as settlements do it; playing a race for it would take a minute.
    await fixture().query(
      `with posted as (
         insert into ledger_postings (reference, kind, ledger, created_at)
         values ($1, 'difference explained', 'real', now()) returning id
       )
       insert into ledger_entries (posting_id, account, lamports)
       select id, account, lamports
         from posted, (values ('equity', -${EARNED}::bigint), ($2, ${EARNED}::bigint)) as entry (account, lamports)`,
      [`commission:${referrer.address}`, `referral:${referrer.address}`],
    );
  });

  it("somebody else's commission is claimed: 403 or 401, and nothing is paid", async () => {
    const before = await fixture().holdings();
    expect((await claim(thief, { wallet: referrer.address })).status).toBe(403);
    expect((await fixture().visitor().call("POST", "/api/referrals/claim", { body: {} })).status).toBe(401);
    const asked = await thief.call("GET", `/api/referrals/summary/${referrer.address}`);
    const listed = await thief.call("GET", `/api/referrals/${referrer.address}`);
    expect([asked.status, listed.status]).toEqual([403, 403]);
    expect((await claim(thief)).body.code).toBe("NOTHING_TO_CLAIM");
    expect(await fixture().holdings()).toBe(before);
  });

  it("fifty claims come at once, naming other destinations: one is paid, to the referrer, and answered to each", async () => {
    const before = await referrer.chainBalance();
    const { address } = thief;
    const body = { wallet: referrer.address, destination: address, to: address, amount: 400 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(referrer, body)));
    const paid = answers.filter(({ status }) => status === 200);
    // One that is read only when the payment is final is told that nothing is left.
    const refused = answers.filter(({ status }) => status !== 200 && status !== 429);
    expect(refused.filter(({ body: { code } }) => code !== "NOTHING_TO_CLAIM")).toEqual([]);
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid.map(({ body: { signature, amount } }) => `${signature} ${amount}`)).size).toBe(1);
    const made = await claims();
    expect(made).toMatchObject([{ destination: referrer.address, lamports: String(EARNED) }]);
    await until("the claim to arrive", async () => (await referrer.chainBalance()) === before + EARNED);
  });

  it("a claim that was paid is sent again: nothing more is paid", async () => {
    await until("the claim to be final", async () => (await claims())[0]?.status === "completed");
    const before = await fixture().holdings();
    const answer = await until("an answer within the rate", async () => {
      const again = await claim(referrer);
      return again.status !== 429 && again;
    });
    expect(answer.body.code).toBe("NOTHING_TO_CLAIM");
    expect(await fixture().holdings()).toBe(before);
    await fixture().booksAgree();
  });
}
