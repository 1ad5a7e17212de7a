import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { insertSettledBets } from "../../../../tests/support/settled-bets.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { lamports } from "../../../domain/lamports.ts";
import { checkOwnLimits, readLimitUse } from "../../foundation/books/own-limits.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { changeLimits } from "./change-limits.ts";

const { server, playerNamed, signedIn } = await openProfiles();
const HOUR_MS = 3_600_000;
const RESTRICT_VIOLATION = "23001";
let named = 0;
const newPlayer = () => playerNamed(`careful-${(named += 1)}`);
type Player = Awaited<ReturnType<typeof newPlayer>>;
const path = ({ address }: Player) => `/api/users/${address}/limits`;
const read = async (player: Player, query = "") => (await player.call("GET", path(player) + query)).body;
const put = (player: Player, body: object) => player.call("PUT", path(player), { body });
const rest = (player: Player, body: object) =>
  player.call("POST", `/api/users/${player.address}/break`, { body });
const inHours = (hours: number) => new Date(server.clock.now() + hours * HOUR_MS).toISOString();

describe("limits", () => {
  it("BET-16 are none at first, hold at once when set or lowered, a day later when raised or removed", async () => {
    const player = await newPlayer();
    const none = { limit: null, used: 0, freesAt: null, pending: null };
    expect(await read(player)).toEqual({
      success: true,
      limits: {
        stakeDay: none,
        stakeWeek: none,
        lossDay: none,
        lossWeek: none,
        reminder: { limit: null, pending: null },
        break: null,
      },
      session: null,
    });
    const set = await put(player, { stakeDay: "1.5", lossWeek: 3, reminder: 60 });
    expect(set.body.limits).toMatchObject({
      stakeDay: { limit: 1.5 },
      stakeWeek: none,
      lossWeek: { limit: 3 },
      reminder: { limit: 60 },
    });
    const raised = await put(player, { stakeDay: 2, lossWeek: null, reminder: 30 });
    expect(raised.body.limits).toMatchObject({
      stakeDay: { limit: 1.5, pending: { limit: 2, at: inHours(24) } },
      lossWeek: { limit: 3, pending: { limit: null, at: inHours(24) } },
      reminder: { limit: 30, pending: null },
    });
    await server.clock.advance(HOUR_MS);
    // Asking again does not restart the wait; asking for the limit in force cancels.
    const again = await put(player, { stakeDay: 2, lossWeek: 3 });
    expect(again.body.limits).toMatchObject({
      stakeDay: { limit: 1.5, pending: { at: inHours(23) } },
      lossWeek: { limit: 3, pending: null },
    });
    await server.clock.advance(23 * HOUR_MS - 1);
    expect((await read(player)).limits.stakeDay.limit).toBe(1.5);
    await server.clock.advance(1);
    expect((await read(player)).limits.stakeDay).toEqual({ ...none, limit: 2 });
  });

  it.each([
    [{ stakeDay: 0 }, "stakeDay"],
    [{ lossDay: -1 }, "lossDay"],
    [{ stakeWeek: "x" }, "stakeWeek"],
    [{ reminder: 4 }, "reminder"],
    [{ reminder: 1441 }, "reminder"],
  ])("LIMITS-2 refuse %j and change nothing", async (body, field) => {
    const player = await newPlayer();
    expect((await put(player, { lossWeek: 1, ...body })).body).toMatchObject({
      code: "INVALID_INPUT",
      field,
    });
    expect((await read(player)).limits.lossWeek.limit).toBeNull();
  });

  it("BET-16 are the player's own alone", async () => {
    const [player, other] = [await newPlayer(), await signedIn()];
    expect((await other.call("GET", path(player))).status).toBe(403);
    expect((await other.call("PUT", path(player), { body: { stakeDay: 1 } })).status).toBe(403);
    expect(
      (await other.call("POST", `/api/users/${player.address}/break`, { body: { days: 1 } })).status,
    ).toBe(403);
  });
});

describe("breaks", () => {
  it("BET-16 can be made longer and never shorter", async () => {
    const player = await newPlayer();
    expect((await rest(player, { days: 3 })).body.limits.break).toEqual({
      kind: "cool_off",
      until: inHours(72),
    });
    const shorter = await rest(player, { days: 2 });
    expect([shorter.status, shorter.body.code]).toEqual([409, "BREAK_SHORTER"]);
    expect((await rest(player, { days: 4 })).body.limits.break.until).toBe(inHours(96));
    expect((await rest(player, { exclude: 6 })).body.limits.break.kind).toBe("exclusion");
    expect((await rest(player, { days: 30 })).body.code).toBe("BREAK_SHORTER");
    expect((await read(player)).limits.break.kind).toBe("exclusion");
  });

  it("GROWTH-1 are at most one a day, since they are never deleted", async () => {
    const player = await newPlayer();
    await rest(player, { days: 30 });
    await server.clock.advance(DAY_MS - 1);
    expect((await rest(player, { days: 30 })).body.code).toBe("BREAK_SHORTER");
    await server.clock.advance(1);
    expect((await rest(player, { days: 30 })).body.limits.break.until).toBe(inHours(720));
  });

  it.each([[{ days: 0 }], [{ days: 31 }], [{ exclude: 5 }], [{}], [{ days: 1, exclude: 5 }]])(
    "LIMITS-2 refuse %j",
    async (body) => {
      const player = await newPlayer();
      expect((await rest(player, body)).body.code).toBe("INVALID_INPUT");
      expect((await read(player)).limits.break).toBeNull();
    },
  );

  it("BET-16 nobody shortens or deletes one in the database either", async () => {
    const player = await newPlayer();
    await rest(player, { days: 1 });
    const failureOf = (statement: string) => server.db.execute(sql.raw(statement)).then(() => null, sqlState);
    expect(await failureOf("update own_breaks set until = now()")).toBe(RESTRICT_VIOLATION);
    expect(await failureOf("delete from own_breaks")).toBe(RESTRICT_VIOLATION);
    expect(await failureOf("truncate own_breaks")).toBe(RESTRICT_VIOLATION);
    await put(player, { lossDay: 1 });
    expect(await failureOf("delete from own_limits")).toBe(RESTRICT_VIOLATION);
  });
});

describe("what is used", () => {
  /** A bet some hours after the previous one, and how it ends. */
  const past = fc.record({
    gap: fc.integer({ min: 0, max: 30 }),
    stake: fc.integer({ min: 1, max: 20 }),
    end: fc.constantFrom("loss" as const, "win" as const, "refunded" as const, null),
    factor: fc.integer({ min: 0, max: 4 }),
  });

  it("BET-16 no window of a day or a week ever holds more than its limit, however bets end", async () => {
    const limits = { stakeDay: 60n, stakeWeek: 90n, lossDay: 25n, lossWeek: 40n };
    await fc.assert(
      fc.asyncProperty(fc.array(past, { minLength: 1, maxLength: 14 }), async (changes) => {
        const player = await newPlayer();
        const wallet = player.address;
        await changeLimits(server, wallet, limits);
        let atMs = server.clock.now();
        const taken: { atMs: number; stake: bigint; payout: bigint }[] = [];
        for (const { gap, stake: size, end, factor } of changes) {
          atMs += gap * HOUR_MS;
          const at = new Date(atMs);
          const stake = lamports(BigInt(size));
          if ((await checkOwnLimits(server.db, { wallet, stake, at })) !== null) continue;
          const payout = end === "win" ? stake * BigInt(factor) : 0n;
          const [id] = await insertSettledBets(server, wallet, [{ stake }]);
          const isThisBet = eq(bets.id, id!);
          await server.db.update(bets).set({ confirmedAt: at }).where(isThisBet);
          if (end === null) {
            taken.push({ atMs, stake, payout: 0n });
            continue;
          }
          // As the settlement of its race does, before the next bet.
          await server.db
            .update(bets)
            .set({ result: end, payout: lamports(payout), settledAt: at })
            .where(isThisBet);
          if (end !== "refunded") taken.push({ atMs, stake, payout });
        }
        for (const [span, stakes, losses] of [
          [DAY_MS, limits.stakeDay, limits.lossDay],
          [7 * DAY_MS, limits.stakeWeek, limits.lossWeek],
        ] as const) {
          for (const [from, first] of taken.entries()) {
            // A window that begins at a moment includes all bets of that moment.
            if (taken[from - 1]?.atMs === first.atMs) continue;
            let [staked, lost] = [0n, 0n];
            for (const bet of taken.slice(from)) {
              if (bet.atMs - first.atMs >= span) break;
              staked += bet.stake;
              lost += bet.stake - bet.payout;
              expect(staked <= stakes && lost <= losses).toBe(true);
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("BET-16 says since when, and what was bet since a moment", async () => {
    const player = await newPlayer();
    const wallet = player.address;
    const bet = async (hoursAgo: number, facts: Parameters<typeof insertSettledBets>[2][number]) => {
      await insertSettledBets(server, wallet, [facts]);
      await server.db
        .update(bets)
        .set({ confirmedAt: new Date(server.clock.now() - hoursAgo * HOUR_MS) })
        .where(sql`wallet = ${wallet} and confirmed_at is null`);
    };
    const stake = lamports(10n);
    await bet(170, { stake });
    await bet(100, { stake, result: "win", payout: lamports(35n) });
    await bet(20, { stake, result: "loss", payout: lamports(0n) });
    await bet(3, { stake, result: "refunded", payout: stake });
    await bet(2, { stake, ledger: "play" });
    await bet(1, { stake });
    const uses = await readLimitUse(server.db, wallet, new Date(server.clock.now()));
    const frees = (hours: number) => new Date(server.clock.now() + hours * HOUR_MS);
    expect(uses).toEqual([
      { kind: "stakeDay", limit: null, used: 20n, freesAt: frees(4) },
      { kind: "stakeWeek", limit: null, used: 30n, freesAt: frees(68) },
      { kind: "lossDay", limit: null, used: 20n, freesAt: frees(4) },
      { kind: "lossWeek", limit: null, used: 20n, freesAt: frees(148) },
    ]);
    const since = (hours: number) => `?since=${new Date(server.clock.now() - hours * HOUR_MS).toISOString()}`;
    expect((await read(player, since(110))).session).toEqual({ staked: 0.00000003, net: 0.000000015 });
    expect((await read(player, since(5))).session).toEqual({ staked: 0.00000001, net: 0 });
  });
});
