import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, BrowserSession, Json } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import { until } from "../support/until.ts";
import { dataFile, type Fixture } from "./fixture.ts";

/** The same request comes more than once: by mistake, after a lost answer, or to be paid twice (rules IDEM-1 to IDEM-4). */
export function sameRequestAttacks(fixture: () => Fixture) {
  let masterPassword: string;
  beforeAll(() => {
    masterPassword = dataFile(fixture(), "house-password").toString().trim();
  });
  // The chapters after this one compare what everybody owns before and after.
  afterAll(() =>
    until("every payment to end", async () => {
      const open = await fixture().query(
        "select 1 from payments where kind <> 'anchor' and status not in ('completed', 'failed', 'cancelled')",
      );
      return open.length === 0;
    }),
  );

  async function newAdmin(): Promise<BrowserSession> {
    const admin = fixture().visitor();
    await admin.signIn();
    await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
    await admin.stepUp("house-money");
    return admin;
  }
  const transfer = (admin: BrowserSession, to: Player, amount: number, key?: string) =>
    admin.call("POST", "/api/house-wallet/manual-transfer", {
      body: { adminWallet: admin.address, masterPassword, playerWallet: to.address, amount },
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const payments = (player: Player): Promise<readonly Json[]> =>
    fixture().query("select * from payments where wallet = $1 and kind in ('manual', 'withdrawal')", [
      player.address,
    ]);
  const arrived = (player: Player) =>
    until("the payments to be final", async () =>
      (await payments(player)).every(({ status }) => status === "completed"),
    );
  const codes = (answers: readonly Answer[]) =>
    answers.map(({ status, body }) => (status === 201 ? "ok" : `${status} ${body.code}`)).toSorted();

  async function withBalance(): Promise<Player> {
    const player = await fixture().newPlayer();
    const race = await fixture().openRace();
    const { houseWallet } = await player.prepare(race.id, race.horses[0]?.id ?? 0, 0.5);
    await player.sendToChain(await player.compose([player.transferInstruction(houseWallet, 0.5e9)]));
    await until("the credit", async () => {
      return (await fixture().query("select from deposits where payer = $1", [player.address])).length > 0;
    });
    return player;
  }
  const withdraw = (player: Player, amount: number, key: string) =>
    player.call("POST", "/api/wallet/withdraw", { body: { amount }, headers: { "idempotency-key": key } });

  it("six identical manual transfers come at once, without a key: one is paid, also when the last comes up after it", async () => {
    const [admin, player] = [await newAdmin(), await fixture().newPlayer()];
    const before = await player.connection.getBalance(player.key);
    const answers = await Promise.all(Array.from({ length: 6 }, () => transfer(admin, player, 0.123)));
    const refused = codes(answers).filter((code) => /^409 TRANSFER_(UNDER_WAY|REPEATED)$/.test(code));
    expect([codes(answers).filter((code) => code === "ok").length, refused.length]).toEqual([1, 5]);
    await arrived(player);
    expect((await transfer(admin, player, 0.123)).body.code).toBe("TRANSFER_REPEATED");
    expect(await payments(player)).toHaveLength(1);
    expect(await player.connection.getBalance(player.key)).toBe(before + 0.123e9);
  });

  it("six identical manual transfers come at once, with one key: one is paid, and six answers are the same", async () => {
    const [admin, player] = [await newAdmin(), await fixture().newPlayer()];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => transfer(admin, player, 0.124, "six-at-once")),
    );
    await arrived(player);
    answers.push(await transfer(admin, player, 0.124, "six-at-once"));
    expect(codes(answers)).toEqual(Array.from({ length: 7 }, () => "ok"));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await payments(player)).toHaveLength(1);
    expect((await transfer(admin, player, 0.125, "six-at-once")).body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(codes([await transfer(admin, player, 0.124, "another")])).toEqual(["ok"]);
    expect(await payments(player)).toHaveLength(2);
  });

  it("a bet is prepared six times at once with one key, from the wallet and from the balance: one bet each, and six answers are the same", async () => {
    const [player, race] = [await withBalance(), await fixture().openRace()];
    const body = { walletAddress: player.address, horseId: race.horses[0]?.id, amount: 0.1 };
    const key = { headers: { "idempotency-key": "one-bet" } };
    for (const [from, status] of [
      ["wallet", "prepared"],
      ["balance", "confirmed"],
    ] as const) {
      const prepare = () =>
        player.call("POST", `/api/races/${race.id}/bet/prepare`, { body: { ...body, from }, ...key });
      const answers = await Promise.all(Array.from({ length: 6 }, prepare));
      answers.push(await prepare());
      expect(answers[0]?.status).toBe(201);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const bets = await fixture().query(
        "select 1 from bets where wallet = $1 and status = $2 and stake = 1e8",
        [player.address, status],
      );
      expect(bets).toHaveLength(1);
      key.headers["idempotency-key"] = "another-bet";
    }
    expect(await player.balance()).toBe(0.4);
  });

  describe("with the key of somebody else", () => {
    it("a player sends the key of another's withdrawal: it is the player's own, and says nothing of the other's", async () => {
      const [victim, thief] = await Promise.all([withBalance(), withBalance()]);
      const paid = await withdraw(victim, 0.1, "known-key");
      const own = await withdraw(thief, 0.2, "known-key");
      expect(own.body.withdrawal).toMatchObject({ amount: 0.2, destination_address: thief.address });
      expect(own.text).not.toContain(paid.body.withdrawal.id);
      expect(own.text).not.toContain(victim.address);
      expect((await withdraw(victim, 0.1, "known-key")).text).toBe(paid.text);
      expect((await payments(victim)).length + (await payments(thief)).length).toBe(2);
    });
  });

  it("a key is sent by a visitor, a player without the role, and an admin who has not confirmed: refused before it is read", async () => {
    const before = await fixture().query("select * from idempotency_keys");
    const unconfirmed = fixture().visitor({ confirms: false });
    await unconfirmed.signIn();
    await unconfirmed.call("POST", "/api/local/admin", { body: { adminWallet: unconfirmed.address } });
    const player = await fixture().newPlayer();
    for (const key of ["six-at-once", "k".repeat(65)]) {
      const seen = [];
      for (const caller of [fixture().visitor(), player, unconfirmed])
        seen.push((await transfer(caller, player, 0.124, key)).body.code);
      expect(seen).toEqual(["NOT_SIGNED_IN", "NOT_ADMIN", "STEP_UP_REQUIRED"]);
    }
    expect(await fixture().query("select * from idempotency_keys")).toEqual(before);
  });

  it("a key is of 65 characters, or differs between header and body: 400, and nothing is paid", async () => {
    const player = await withBalance();
    for (const key of ["k".repeat(65), "two words", "\u00e9"])
      expect((await withdraw(player, 0.1, key)).body.field).toBe("Idempotency-Key");
    const answer = await player.call("POST", "/api/wallet/withdraw", {
      body: { amount: 0.1, idempotencyKey: "one" },
      headers: { "idempotency-key": "other" },
    });
    expect([answer.status, answer.body.field]).toEqual([400, "idempotencyKey"]);
    expect(await payments(player)).toEqual([]);
  });

  it("a wallet sends thousands of keys with a call: refused from the limit on, and what it did before is not done again", async () => {
    const player = await withBalance();
    const first = await withdraw(player, 0.1, "first");
    await fixture().query(
      `insert into idempotency_keys (wallet, call, key, content, created_at)
       select $1, 'withdraw', 'n' || n, '', now() from generate_series(2, 2000) as n`,
      [player.address],
    );
    expect((await withdraw(player, 0.1, "too-many")).body.code).toBe("IDEMPOTENCY_KEYS_FULL");
    expect((await withdraw(player, 0.1, "first")).text).toBe(first.text);
    expect(await payments(player)).toHaveLength(1);
  });
}
