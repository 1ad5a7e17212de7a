import { describe, expect, it } from "vitest";
import { insertRace, postAt } from "../../../../tests/support/posted.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { posting } from "../../../domain/ledger.ts";

const SOL = 1_000_000_000n;
const at = new Date("2026-03-01T10:00:00Z");
const panel = useAdminPanel();

const read = async (query = "") => (await panel.admin.call("GET", `/api/admin/revenue${query}`)).body;
const series = async (query: string) => panel.admin.call("GET", `/api/admin/revenue/series${query}`);

async function settleRace(unit = SOL) {
  const raceId = await insertRace(panel.server.db, { raceType: "classic", bets: 2 });
  const fact = { ledger: "real", raceId } as const;
  const bet = { ...fact, kind: "bet", reference: `bet:${raceId}` } as const;
  const settled = { ...fact, kind: "race settled", reference: `settle:${raceId}` } as const;
  await postAt(
    panel.server.db,
    posting({
      ...bet,
      entries: [
        ["chain:deposit:d", -3n * unit],
        [`pool:${raceId}`, 3n * unit],
      ],
    }),
    at,
  );
  await postAt(
    panel.server.db,
    posting({
      ...settled,
      entries: [
        [`pool:${raceId}`, -3n * unit],
        ["user:ada", 2n * unit],
        ["bonus", unit / 2n],
        ["equity", unit / 2n],
      ],
    }),
    at,
  );
}

describe("revenue", () => {
  it("MONEY-25 of a house without a bet is nothing", async () => {
    await panel.newPlayer();
    const { statistics, statement, recentAdjustments, adminGifts } = await read();
    expect(statistics).toEqual({
      totalUsers: 1,
      totalWagered: 0,
      totalWon: 0,
      payoutRate: 0,
      houseProfit: 0,
      profitPercentage: 0,
      totalGifted: 0,
      totalAdjustments: 0,
      netProfit: 0,
      netProfitPercentage: 0,
    });
    expect([recentAdjustments, adminGifts]).toEqual([[], []]);
    expect(statement).toMatchObject({ from: null, to: null, openingEquity: 0, closingEquity: 0 });
    expect(new Set(statement.lines.map((line: { amount: number }) => line.amount))).toEqual(new Set([0]));
  });

  it("MONEY-25 REVENUE-2 is told in SOL, with a statement over the days asked for", async () => {
    await settleRace();
    expect((await read()).statistics).toMatchObject({
      totalWagered: 3,
      totalWon: 2,
      payoutRate: 2 / 3,
      houseProfit: 1,
      profitPercentage: 33.33,
      netProfit: 1,
      netProfitPercentage: 33.33,
    });
    const { statement } = await read("?from=2026-03-01&to=2026-03-01");
    const lines = statement.lines.filter((line: { amount: number }) => line.amount !== 0);
    expect(lines).toEqual([
      { key: "houseProfit", amount: 1 },
      { key: "bonusFund", amount: -0.5 },
    ]);
    expect(statement).toMatchObject({ from: "2026-03-01", openingEquity: 0, closingEquity: 0.5 });
    expect((await read("?from=2026-03-02")).statement).toMatchObject({
      openingEquity: 0.5,
      closingEquity: 0.5,
    });
  });

  it.each([
    "from=2026-02-30",
    "from=yesterday",
    "to=2026-13-01",
    "from=2026-03-02&to=2026-03-01",
    "from='; drop table bets",
  ])("LIMITS-2 a wrong range is refused: %s", async (query) => {
    expect(await read(`?${query}`)).toMatchObject({ success: false, code: "INVALID_INPUT" });
    expect((await series(`?${query}`)).status).toBe(400);
  });

  it("MONEY-24 MONEY-25 tells what admins gave away, and takes it from the profit", async () => {
    const player = await panel.newPlayer();
    await panel.admin.stepUp("balances");
    const before = (await read()).statistics.netProfit;
    const set = (expectedBalance: number, newBalance: number, reason: string) =>
      panel.post("balance", { walletAddress: player.address, expectedBalance, newBalance, reason });
    expect(await set(0, 0.4, "a prize")).toMatchObject({ status: 200 });
    await panel.server.clock.advance(1);
    expect(await set(0.4, 0.3, "too much")).toMatchObject({ status: 200 });
    const { statistics, statement, recentAdjustments, adminGifts } = await read();
    expect(statistics).toMatchObject({ totalGifted: 0.3, totalAdjustments: 2, netProfit: before - 0.3 });
    const admin_wallet = panel.wallet.address;
    expect(adminGifts).toEqual([{ admin_wallet, adjustment_count: 2, total_amount: 0.3 }]);
    expect(recentAdjustments).toMatchObject([
      {
        username: player.username,
        admin_wallet,
        previous_balance: 0.4,
        new_balance: 0.3,
        reason: "too much",
      },
      { user_wallet: player.address, adjustment_amount: 0.4, reason: "a prize" },
    ]);
    expect(statement.lines).toContainEqual({ key: "gifts", amount: -0.3 });
  });

  it("the series begins 30 days ago when nothing is said", async () => {
    expect((await series("")).body).toEqual({ success: true, by: "day", series: [] });
    expect((await series("?by=week")).body).toMatchObject({ code: "INVALID_INPUT", field: "by" });
    expect((await series("?by=type&from=2026-01-01")).body.series).toEqual([
      { key: "classic", wagered: 3, won: 2, profit: 1, bets: 2, races: 1 },
    ]);
  });

  it("comes as a file with the same columns, exact to the lamport", async () => {
    await settleRace(2n);
    const answer = await series("?by=day&from=2026-01-01&format=csv");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="revenue.csv"');
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.text).toBe(
      "key,wagered,won,profit,bets,races\r\n2026-03-01,3.000000006,2.000000004,1.000000002,4,2\r\n",
    );
    const nobody = await fetch(`${panel.url}/api/admin/revenue/series?format=csv`);
    expect([nobody.status, nobody.headers.get("content-type")]).toEqual([
      401,
      "application/json; charset=utf-8",
    ]);
  });

  it("MONEY-25 a house that wagered more than a double counts in lamports still has its figures", async () => {
    await settleRace(4_000_000n * SOL + 2n);
    const { statistics, success } = await read();
    expect(success).toBe(true);
    expect(statistics.totalWagered).toBeCloseTo(12_000_003, 3);
  });
});
