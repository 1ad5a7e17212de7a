import { beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { malformedAmounts } from "./betting.ts";
import { newBrowser } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import type { Fixture } from "./fixture.ts";

export function moneyAttacks(fixture: () => Fixture) {
  let player: Player;
  let rival: Player;

  /** Puts 0.5 SOL on the server balance, with a payment that is not a bet. */
  async function credited(): Promise<Player> {
    const bettor = await fixture().newPlayer();
    const race = await fixture().openRace();
    const { houseWallet } = await bettor.prepare(race.id, race.horses[0]?.id ?? 0, 0.5);
    await bettor.sendToChain(await bettor.compose([bettor.transferInstruction(houseWallet, 0.5e9)]));
    await until("the credit", async () => (await bettor.balance()) === 0.5);
    return bettor;
  }
  const withdraw = (bettor: Player, body: unknown) => bettor.call("POST", "/api/wallet/withdraw", { body });
  const withdrawals = (bettor: Player) =>
    fixture().query("select * from payments where kind = 'withdrawal' and wallet = $1", [bettor.address]);

  beforeAll(async () => {
    [player, rival] = await Promise.all([credited(), credited()]);
  });

  it("a player's session is stolen: a balance is not played away with it, even once its owner has confirmed elsewhere", async () => {
    const { admin, url } = fixture();
    const limit = (settingValue: string) =>
      admin.call("POST", "/api/admin/settings", {
        body: { adminWallet: admin.address, settingKey: "balance_step_up_above_sol", settingValue },
      });
    expect((await limit("0.2")).status).toBe(200);
    const owner = await credited();
    const thief = newBrowser(url, owner.wallet, { confirms: false });
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    const race = await fixture().openRace();
    const horseId = race.horses[0]?.id;
    const bet = ({ call }: Pick<Player, "call">) =>
      call("POST", `/api/races/${race.id}/bet/prepare`, {
        body: { walletAddress: owner.address, horseId, amount: 0.3, from: "balance" },
      });
    const repeat = () =>
      thief.call("PUT", "/api/bets/repeat", {
        body: { horse: { id: horseId }, amount: 0.1, races: 3, stopAtLoss: 0.3 },
      });
    const refused = [403, "STEP_UP_REQUIRED"];
    const answers = async () =>
      [await bet(thief), await repeat()].map(({ status, body }) => [status, body.code]);
    expect(await answers()).toEqual([refused, refused]);
    expect((await owner.stepUp("balance-bets")).status).toBe(200);
    expect(await answers()).toEqual([refused, refused]);
    expect(await owner.balance()).toBe(0.5);
    expect((await bet(owner)).status).toBe(201);
    await limit("2");
  });

  it.each(malformedAmounts)("%s is withdrawn: 400", async (amount) => {
    const answer = await player.call("POST", "/api/wallet/withdraw", { raw: `{"amount":${amount}}` });
    expect([answer.status, answer.body.field]).toEqual([400, "amount"]);
  });

  it.each([
    ["a lamport", 1e-9, 400],
    ["a lamport less than the least", 0.009999999, 400],
    ["a lamport more than there is", 0.500000001, 409],
    ["eight million SOL", 8_388_608, 409],
  ])("%s is withdrawn: refused", async (_what, amount, status) => {
    expect((await withdraw(player, { amount })).status).toBe(status);
    expect(await withdrawals(player)).toEqual([]);
  });

  it("a withdrawal names another wallet: 403 as the caller, ignored as the destination", async () => {
    const asRival = await withdraw(player, { amount: 0.1, walletAddress: rival.address });
    expect(asRival.status).toBe(403);
    const { address } = rival;
    const elsewhere = {
      destination: address,
      destination_address: address,
      to: address,
      toAddress: address,
      wallet: address,
    };
    const answer = await withdraw(player, { amount: 0.1, ...elsewhere });
    expect([answer.status, answer.body.withdrawal.destination_address]).toEqual([201, player.address]);
    const [sent] = await withdrawals(player);
    expect([sent.destination, sent.wallet]).toEqual([player.address, player.address]);
  });

  describe("all at once", () => {
    it("a hundred withdrawals of a tenth of the balance come at once: ten leave, none twice, nothing below zero", async () => {
      const before = await rival.connection.getBalance(rival.key);
      const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(rival, { amount: 0.05 })));
      const codes = answers.map(({ status, body }) => (status === 201 ? "ok" : body.code));
      expect(codes.filter((code) => code === "ok")).toHaveLength(10);
      expect(codes.filter((code) => code === "INSUFFICIENT_BALANCE")).toHaveLength(90);
      expect(await rival.balance()).toBe(0);
      await until("the withdrawals to arrive", async () => {
        const held = await rival.connection.getBalance(rival.key);
        return held >= before + 0.5e9;
      });
      expect(await rival.connection.getBalance(rival.key)).toBe(before + 0.5e9);
    });

    it("ten sessions of one wallet withdraw the whole balance at the same moment: one succeeds", async () => {
      const bettor = await credited();
      const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(bettor, { amount: 0.5 })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    });

    it("thirty wallets ask for one name at the same moment: one has it", async () => {
      const browsers = await Promise.all(
        Array.from({ length: 30 }, async () => {
          const browser = fixture().visitor();
          await browser.signIn();
          return browser;
        }),
      );
      const spellings = ["Wanted-Name", "wanted_name", "WANTED.NAME"];
      const answers = await Promise.all(
        browsers.map((browser, at) =>
          browser.call("POST", "/api/users", {
            body: { walletAddress: browser.address, username: spellings[at % 3] },
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(29);
    });

    it("one wallet makes its profile twenty times at the same moment, each with another name: one is made", async () => {
      const browser = fixture().visitor();
      await browser.signIn();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          browser.call("POST", "/api/users", {
            body: { walletAddress: browser.address, username: `many-${at}` },
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const names = await fixture().query("select 1 from usernames where wallet = $1", [browser.address]);
      expect(names).toHaveLength(1);
    });
  });

  it("maintenance is on: no new bet and no withdrawal, but a payment on its way is counted", async () => {
    const bettor = await credited();
    const race = await fixture().openRace();
    const horseId = race.horses[0]?.id ?? 0;
    const { betId, transaction } = await bettor.prepare(race.id, horseId, 0.1);
    await fixture().set("site_maintenance_enabled", "true");
    try {
      expect((await withdraw(bettor, { amount: 0.1 })).body.code).toBe("MAINTENANCE");
      expect((await bettor.prepareCall(race.id, { horseId, amount: 0.2 })).body.code).toBe("MAINTENANCE");
      bettor.signTransaction(transaction);
      const signature = await bettor.sendToChain(transaction);
      expect((await bettor.confirmCall(race.id, betId, signature)).status).toBe(200);
    } finally {
      await fixture().set("site_maintenance_enabled", "false");
    }
  });
}
