import { beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import type { Player } from "../support/player.ts";
import type { Json } from "../support/browser-session.ts";
import type { Fixture, OpenRace } from "./fixture.ts";

/** The memo of a bet that nobody prepared. */
const NO_BET = `furlong:bet ${"0".repeat(64)} ${"A".repeat(43)}=`;

/** None is an amount of SOL; each is sent literally, in JSON. */
export const malformedAmounts = [
  "-1",
  "0",
  "-0",
  "1e400",
  "-1e400",
  "1e-10",
  "0.30000000000000004",
  "9007199254740993",
  "1e21",
  '"0"',
  '"-1"',
  '"+1"',
  '"NaN"',
  '"Infinity"',
  '"1e3"',
  '"0x10"',
  '"0b1"',
  '" 1"',
  '"1 "',
  '"1\\n"',
  '"1,5"',
  '"1.2.3"',
  '"."',
  '"0.1234567891"',
  '"0.00000000000001"',
  '"18446744073709551616"',
  `"${"9".repeat(400)}"`,
  '"\\u0661"',
  '"\\uff11"',
  '""',
  "null",
  "true",
  "[1]",
  '["1"]',
  "{}",
  '{"valueOf":1}',
];

const malformedHorses = [
  "0",
  "-1",
  "1.5",
  '"1"',
  "2147483647",
  "2147483648",
  "9007199254740991",
  "1e300",
  "null",
  "[1]",
  "{}",
];

export function bettingAttacks(fixture: () => Fixture) {
  let race: OpenRace;
  let player: Player;
  let rival: Player;
  const horse = (at: number) => race.horses[at]?.id ?? 0;

  beforeAll(async () => {
    race = await fixture().openRace();
    player = await fixture().newPlayer();
    rival = await fixture().newPlayer();
  });

  const betRow = async (betId: string): Promise<Json> =>
    (await fixture().query("select * from bets where id = $1", [betId]))[0];
  const mustHave = async (bettor: Player, sol: number) => {
    await until(`a balance of ${sol}`, async () => (await bettor.balance()) === sol, { patienceMs: 10_000 });
    expect(await bettor.balance()).toBe(sol);
  };

  describe("what is prepared", () => {
    const prepare = (fields: string) =>
      player.call("POST", `/api/races/${race.id}/bet/prepare`, {
        raw: `{"walletAddress":"${player.address}",${fields}}`,
      });

    it.each(malformedAmounts)("a bet of %s is asked for: 400, and nothing is prepared", async (amount) => {
      const answer = await prepare(`"horseId":${horse(0)},"amount":${amount}`);
      expect([answer.status, answer.body.field]).toEqual([400, "amount"]);
    });

    it.each(["0.009999999", "10.000000001", "8388608", '"0.009"'])(
      "a bet of %s, outside the race's limits, is asked for: 400",
      async (amount) => {
        const answer = await prepare(`"horseId":${horse(0)},"amount":${amount}`);
        expect(answer.status).toBe(400);
        expect(answer.body.code).toMatch(/^BET_TOO_/);
      },
    );

    it.each(malformedHorses)("a bet on horse %s is asked for: 400", async (horseId) => {
      expect((await prepare(`"horseId":${horseId},"amount":1`)).status).toBe(400);
    });

    it.each(["r-none", "..", "%2e%2e%2fusers", "'--", "x".repeat(64), "active"])(
      "a bet in the race %s, which is none, is asked for: 400 or 404",
      async (raceId) => {
        const answer = await player.call("POST", `/api/races/${raceId}/bet/prepare`, {
          body: { walletAddress: player.address, horseId: horse(0), amount: 1 },
        });
        expect([400, 404]).toContain(answer.status);
      },
    );

    it("none of all that was stored", async () => {
      expect(await fixture().query("select 1 from bets where wallet = $1", [player.address])).toEqual([]);
    });

    it("a wallet without a profile bets: 403", async () => {
      const nobody = fixture().visitor();
      await nobody.signIn();
      const body = { walletAddress: nobody.address, horseId: horse(0), amount: 1 };
      const answer = await nobody.call("POST", `/api/races/${race.id}/bet/prepare`, { body });
      expect([answer.status, answer.body.code]).toEqual([403, "PROFILE_REQUIRED"]);
    });

    it("a banned player bets: 403, and what it had prepared and pays now is credited, not bet", async () => {
      const banned = await fixture().newPlayer();
      const { betId, transaction } = await banned.prepare(race.id, horse(0), 0.1);
      await fixture().query(
        `insert into restrictions (id, wallet, kind, until, imposed_by, imposed_at)
         values ($1, $2, 'ban', now() + interval '1 day', 'abuse', now())`,
        [`ban-${betId}`, banned.address],
      );
      const again = await banned.prepareCall(race.id, { horseId: horse(0), amount: 0.1 });
      expect([again.status, again.body.code]).toEqual([403, "BANNED"]);
      banned.signTransaction(transaction);
      const signature = await banned.sendToChain(transaction);
      expect((await banned.confirmCall(race.id, betId, signature)).body.code).toBe("BET_CREDITED");
      await mustHave(banned, 0.1);
    });
  });

  describe("what is signed", () => {
    let betId: string;
    let houseWallet: string;
    let memoText: string;
    const memo = () => player.memoInstruction(memoText);
    const stake = 0.2e9;
    beforeAll(async () => {
      ({ betId, houseWallet, memo: memoText } = await player.prepare(race.id, horse(1), 0.2));
    });
    const submitted = async (transaction: Parameters<Player["signTransaction"]>[0]) => {
      const answer = await player.submitCall(
        race.id,
        betId,
        Buffer.from(transaction.serialize()).toString("base64"),
      );
      return [answer.status, answer.body.code];
    };

    it.each<[string, () => ReturnType<Player["compose"]>]>([
      [
        "pays somebody else",
        () => player.compose([player.transferInstruction(rival.address, stake), memo()]),
      ],
      ["pays less", () => player.compose([player.transferInstruction(houseWallet, stake - 1), memo()])],
      ["pays more", () => player.compose([player.transferInstruction(houseWallet, stake + 1), memo()])],
      ["pays nothing", () => player.compose([memo()])],
      ["has no memo", () => player.compose([player.transferInstruction(houseWallet, stake)])],
      [
        "names another bet",
        () =>
          player.compose([player.transferInstruction(houseWallet, stake), player.memoInstruction(NO_BET)]),
      ],
      [
        "commits to another checkpoint",
        () =>
          player.compose([
            player.transferInstruction(houseWallet, stake),
            player.memoInstruction(memoText.replace(/ .{44}$/, ` ${"A".repeat(43)}=`)),
          ]),
      ],
      [
        "commits to nothing",
        () =>
          player.compose([
            player.transferInstruction(houseWallet, stake),
            player.memoInstruction(memoText.slice(0, -45)),
          ]),
      ],
      [
        "names two bets",
        () =>
          player.compose([
            player.transferInstruction(houseWallet, stake),
            memo(),
            player.memoInstruction(NO_BET),
          ]),
      ],
      [
        "pays twice",
        () =>
          player.compose([
            player.transferInstruction(houseWallet, stake),
            player.transferInstruction(houseWallet, stake),
            memo(),
          ]),
      ],
      [
        "drains the signer besides",
        () =>
          player.compose([
            player.transferInstruction(houseWallet, stake),
            memo(),
            player.transferInstruction(rival.address, 5e9),
          ]),
      ],
    ])("a signed transaction that %s is submitted: refused, not broadcast", async (_what, compose) => {
      expect(await submitted(await compose())).toEqual([400, "TRANSACTION_NOT_YOURS"]);
    });

    it("another player signs and pays with the bet's memo: not the bettor's transaction", async () => {
      const foreign = await rival.compose([
        rival.transferInstruction(houseWallet, stake),
        rival.memoInstruction(memoText),
      ]);
      expect(await submitted(foreign)).toEqual([400, "TRANSACTION_INVALID"]);
    });

    it.each([
      [
        "without a signature",
        (wire: Buffer) => Buffer.concat([wire.subarray(0, 1), Buffer.alloc(64), wire.subarray(65)]),
      ],
      ["with a bit of the signature turned", (wire: Buffer) => flip(wire, 5)],
      ["with a bit of the message turned", (wire: Buffer) => flip(wire, wire.length - 3)],
      ["cut short", (wire: Buffer) => wire.subarray(0, wire.length - 10)],
      ["with bytes behind it", (wire: Buffer) => Buffer.concat([wire, Buffer.alloc(20, 7)])],
      [
        "that says it has 255 signatures",
        (wire: Buffer) => Buffer.concat([Buffer.from([0xff, 0x01]), wire.subarray(1)]),
      ],
      ["that is noise", (wire: Buffer) => Buffer.alloc(wire.length, 0x5a)],
      ["that is one byte", () => Buffer.from([1])],
    ])("a transaction %s is submitted: 400, never 500", async (_what, change) => {
      const { transaction } = await player.prepare(race.id, horse(1), 0.2);
      const wire = Buffer.from(player.signTransaction(transaction), "base64");
      const answer = await player.submitCall(race.id, betId, change(wire).toString("base64"));
      expect(answer.status).toBe(400);
    });

    it.each(["", "%%%", "A".repeat(5_000), 5, null, ["AA=="]])(
      "%j is submitted as a transaction: 400",
      async (wire) => {
        expect((await player.submitCall(race.id, betId, wire as string)).status).toBe(400);
      },
    );

    it("another player submits and confirms this player's bet: 404, as if there were none", async () => {
      const { transaction } = await player.prepare(race.id, horse(1), 0.2);
      const wire = player.signTransaction(transaction);
      expect((await rival.submitCall(race.id, betId, wire)).status).toBe(404);
      const answer = await rival.confirmCall(race.id, betId, "1".repeat(64));
      expect(answer.status).toBe(404);
      const named = await rival.confirmCall(race.id, betId, "1".repeat(64), {
        walletAddress: player.address,
      });
      expect(named.status).toBe(403);
    });

    it("the house's wallets saw none of it", async () => {
      expect(await fixture().query("select 1 from deposits where payer = $1", [player.address])).toEqual([]);
      expect((await betRow(betId)).status).toBe("prepared");
    });
  });

  describe("what is paid", () => {
    it.each([
      ["half", 0.05],
      ["a lamport less", 0.099999999],
      ["double", 0.2],
    ])("a bet of 0.1 is paid with %s: no bet, and all of it is on the balance", async (_what, paid) => {
      const bettor = await fixture().newPlayer();
      const { betId, houseWallet, memo } = await bettor.prepare(race.id, horse(2), 0.1);
      const transfer = bettor.transferInstruction(houseWallet, Math.round(paid * 1e9));
      const signature = await bettor.sendToChain(
        await bettor.compose([transfer, bettor.memoInstruction(memo)]),
      );
      expect((await bettor.confirmCall(race.id, betId, signature)).body.code).toBe("BET_CREDITED");
      await mustHave(bettor, paid);
      expect((await betRow(betId)).status).toBe("prepared");
    });

    it("a bet is paid by two transfers in one transaction: no bet, both credited", async () => {
      const bettor = await fixture().newPlayer();
      const { betId, houseWallet, memo } = await bettor.prepare(race.id, horse(2), 0.1);
      const half = bettor.transferInstruction(houseWallet, 0.05e9);
      const signature = await bettor.sendToChain(
        await bettor.compose([half, half, bettor.memoInstruction(memo)]),
      );
      expect((await bettor.confirmCall(race.id, betId, signature)).body.code).toBe("PAYMENT_MISMATCH");
      await mustHave(bettor, 0.1);
    });

    it.each([
      ["no memo", () => []],
      ["a memo of a bet that is not there", (bettor: Player) => [bettor.memoInstruction(NO_BET)]],
      [
        "the memo of one of the house's payments",
        (bettor: Player) => [bettor.memoInstruction("furlong:1:payment p-1")],
      ],
      ["a memo of markup and SQL", (bettor: Player) => [bettor.memoInstruction("<b>'; drop table bets; --")]],
      ["a memo with a NUL", (bettor: Player) => [bettor.memoInstruction(NO_BET.replace(" ", "\0"))]],
      [
        "a memo of a commitment of 500 digits",
        (bettor: Player) => [bettor.memoInstruction(`furlong:bet ${"a".repeat(500)} ${"A".repeat(43)}=`)],
      ],
    ])("the house is paid with %s: credited to the payer", async (_what, memos) => {
      const bettor = await fixture().newPlayer();
      const { houseWallet } = await bettor.prepare(race.id, horse(2), 0.1);
      await bettor.sendToChain(
        await bettor.compose([bettor.transferInstruction(houseWallet, 0.1e9), ...memos(bettor)]),
      );
      await mustHave(bettor, 0.1);
    });

    it("one player pays for another's bet: credited to who paid, and the other can still bet", async () => {
      const [owner, payer] = [await fixture().newPlayer(), await fixture().newPlayer()];
      const { betId, houseWallet, transaction, memo: text } = await owner.prepare(race.id, horse(2), 0.1);
      const memo = payer.memoInstruction(text);
      const foreign = await payer.sendToChain(
        await payer.compose([payer.transferInstruction(houseWallet, 0.1e9), memo]),
      );
      expect((await owner.confirmCall(race.id, betId, foreign)).body.code).toBe("BET_CREDITED");
      await mustHave(payer, 0.1);
      expect(await owner.balance()).toBe(0);
      owner.signTransaction(transaction);
      expect((await owner.confirmCall(race.id, betId, await owner.sendToChain(transaction))).status).toBe(
        200,
      );
    });

    it("a player confirms its bet with another's payment: refused, and the other's bet stands", async () => {
      const [thief, owner] = [await fixture().newPlayer(), await fixture().newPlayer()];
      const paid = await owner.prepare(race.id, horse(3), 0.1);
      owner.signTransaction(paid.transaction);
      const signature = await owner.sendToChain(paid.transaction);
      const { betId } = await thief.prepare(race.id, horse(3), 0.1);
      expect((await thief.confirmCall(race.id, betId, signature)).body.code).toBe("PAYMENT_MISMATCH");
      expect((await owner.confirmCall(race.id, paid.betId, signature)).status).toBe(200);
      expect((await betRow(betId)).status).toBe("prepared");
    });

    it("a bet is confirmed a hundred times at once, with lies about it: one bet, as it was prepared", async () => {
      const bettor = await fixture().newPlayer();
      const { betId, transaction } = await bettor.prepare(race.id, horse(3), 0.1);
      bettor.signTransaction(transaction);
      const signature = await bettor.sendToChain(transaction);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          bettor.confirmCall(race.id, betId, signature, { minAmount: 99, amount: 99 }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers[99]?.body.bet).toMatchObject({ id: betId, bet_amount: 0.1, horse_id: horse(3) });
      // The horse was chosen when the bet was prepared: another one in the confirmation changes nothing (rule BET-6).
      const lie = await bettor.confirmCall(race.id, betId, signature, { horseId: horse(4) });
      expect(lie.status).toBe(200);
      expect(lie.body.bet).toMatchObject({ id: betId, bet_amount: 0.1, horse_id: horse(3) });
      const entries = await fixture().query("select 1 from ledger_postings where reference = $1", [
        `bet:${betId}`,
      ]);
      expect(entries).toHaveLength(1);
      expect(await bettor.balance()).toBe(0);
    });

    it("two bets are prepared and both are paid: one bet, the other's money is on the balance", async () => {
      const bettor = await fixture().newPlayer();
      const bets = [
        await bettor.prepare(race.id, horse(3), 0.1),
        await bettor.prepare(race.id, horse(4), 0.3),
      ];
      const signatures = await Promise.all(
        bets.map(({ transaction }) => {
          bettor.signTransaction(transaction);
          return bettor.sendToChain(transaction);
        }),
      );
      const answers = await Promise.all(
        bets.map(({ betId }, at) => bettor.confirmCall(race.id, betId, signatures[at] ?? "")),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      await mustHave(bettor, answers[0]?.status === 200 ? 0.3 : 0.1);
    });
  });
}

function flip(wire: Buffer, at: number): Buffer {
  const changed = Buffer.from(wire);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
