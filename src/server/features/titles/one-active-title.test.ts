import { asc, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { nodeEntropy } from "../../adapters/entropy.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { playerTitles } from "../../foundation/db/schema/titles.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { awardTitles } from "./award-titles.ts";
import { assignTitle, unassignTitle } from "./change-titles.ts";
import { storeAchievementTitles } from "./check-achievements.ts";
import { setActiveTitle } from "./set-active-title.ts";

const clock = manualClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await storeAchievementTitles({ db: database.db, clock });
});
afterAll(() => database.close());

const TITLES = ["title-streak-3", "title-streak-4", "title-jackpot"] as const;
const by = "an-admin";

/** Players who have the longest streak, and no title yet: an award would give them the first two. */
let made = 0;
async function newPlayers(count: number): Promise<readonly string[]> {
  const wallets = Array.from({ length: count }, () => `player-${(made += 1)}`);
  const createdAt = new Date(clock.now());
  await database.db
    .insert(users)
    .values(wallets.map((wallet) => ({ wallet, username: wallet, bestWinStreak: 4, createdAt })));
  return wallets;
}

const ports = () => ({
  db: database.db,
  clock,
  entropy: nodeEntropy,
  broadcast: { toEveryone: () => undefined, toWallet: () => undefined },
});
const award = (wallets: readonly string[]) =>
  inTransaction(database.db, (tx) => awardTitles(tx, { wallets, at: new Date(clock.now()) }));
const assign = (wallet: string, titleId: string) => assignTitle(ports(), { wallet, titleId, by });
const unassign = (wallet: string, titleId: string) => unassignTitle(ports(), { wallet, titleId, by });
const wear = (wallet: string, titleId: string) => setActiveTitle(ports(), { wallet, titleId });

const titlesOf = (wallets: readonly string[]) =>
  database.db
    .select()
    .from(playerTitles)
    .where(inArray(playerTitles.wallet, [...wallets]))
    .orderBy(asc(playerTitles.unlockedAt), asc(playerTitles.titleId));

async function active(wallet: string): Promise<readonly string[]> {
  return (await titlesOf([wallet])).filter(({ isActive }) => isActive).map(({ titleId }) => titleId);
}

/** The players who have titles, but not exactly one active. */
async function undecided(wallets: readonly string[]): Promise<readonly string[]> {
  const titles = await titlesOf(wallets);
  return wallets.filter((wallet) => {
    const own = titles.filter((title) => title.wallet === wallet);
    return own.length > 0 && own.filter(({ isActive }) => isActive).length !== 1;
  });
}

it("TITLE-6 the first title is worn at once, whoever gives it, and a later one is not", async () => {
  const [earner = "", guest = ""] = await newPlayers(2);
  await award([earner]);
  expect(await active(earner)).toEqual(["title-streak-4"]);
  await assign(earner, "title-jackpot");
  expect(await active(earner)).toEqual(["title-streak-4"]);
  await assign(guest, "title-jackpot");
  expect(await active(guest)).toEqual(["title-jackpot"]);
  await award([guest]);
  expect(await active(guest)).toEqual(["title-jackpot"]);
});

it("TITLE-6 when the active one is taken away, the most recently unlocked of the others is worn", async () => {
  const [wallet = ""] = await newPlayers(1);
  for (const titleId of ["title-jackpot", "title-streak-4", "title-streak-3"]) {
    await clock.advance(1_000);
    await assign(wallet, titleId);
  }
  await wear(wallet, "title-streak-4");
  await unassign(wallet, "title-streak-4");
  expect(await active(wallet)).toEqual(["title-streak-3"]);
  await assign(wallet, "title-streak-4");
  await unassign(wallet, "title-streak-4");
  expect(await active(wallet)).toEqual(["title-streak-3"]);
  await unassign(wallet, "title-streak-3");
  expect(await active(wallet)).toEqual(["title-jackpot"]);
  await unassign(wallet, "title-jackpot");
  expect(await titlesOf([wallet])).toEqual([]);
});

const act = fc.record({
  kind: fc.constantFrom("award", "assign", "unassign", "wear"),
  player: fc.nat({ max: 2 }),
  title: fc.constantFrom(...TITLES),
});

it("TITLE-6 exactly one is active whatever happens to the titles of a few players at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
      async (moments) => {
        const wallets = await newPlayers(3);
        const run = ({ kind, player, title }: (typeof moments)[number][number]): Promise<unknown> => {
          const wallet = wallets[player] ?? "";
          switch (kind) {
            case "award":
              return award(player === 2 ? wallets.toReversed() : wallets);
            case "assign":
              return assign(wallet, title);
            case "unassign":
              return unassign(wallet, title);
            case "wear":
              return wear(wallet, title);
          }
        };
        for (const acts of moments) {
          await Promise.all(acts.map(run));
          expect(await undecided(wallets)).toEqual([]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it("TITLE-6 awards at the same moment leave one active for each of many players", async () => {
  const wallets = await newPlayers(40);
  await Promise.all([
    award(wallets),
    award(wallets.toReversed()),
    ...wallets.slice(0, 10).map((wallet) => assign(wallet, "title-jackpot")),
  ]);
  expect(await undecided(wallets)).toEqual([]);
  expect((await titlesOf(wallets)).filter(({ isActive }) => isActive)).toHaveLength(40);
});

// The embedded database has one connection: nothing can wait there.
it.runIf(process.env["TEST_DATABASE_URL"])(
  "TITLE-6 what refers to a player, as each bet does, is written while one of their titles changes",
  async () => {
    const [wallet = ""] = await newPlayers(1);
    await inTransaction(database.db, async (tx) => {
      await awardTitles(tx, { wallets: [wallet], at: new Date(clock.now()) });
      // The lock that a foreign key takes on the row it refers to.
      const referring = sql`select wallet from users where wallet = ${wallet} for key share nowait`;
      expect(await rowsOf(database.db, referring)).toEqual([{ wallet }]);
    });
  },
);
