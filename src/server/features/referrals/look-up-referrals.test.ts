import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { lamports } from "../../../domain/lamports.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { referralTotals } from "../../foundation/db/schema/referrals.ts";

const site = useAdminPanel();
const newPlayer = (username: string, referrer?: string) =>
  site.newPlayer({ username, ...(referrer === undefined ? {} : { referrer }) });

it("an admin finds a player by name, old name or wallet, with all that was referred", async () => {
  const { admin, wallet } = site;
  const friend = await newPlayer("old_friend");
  const [open, hidden] = [
    await newPlayer("open_book", "old_friend"),
    await newPlayer("hidden", "old_friend"),
  ];
  await site.server.db.update(users).set({ isStreamer: true }).where(eq(users.wallet, hidden.address));
  for (const [player, wagered] of [
    [open, 3_000_000_000n],
    [hidden, 1_000_000_000n],
  ] as const)
    await site.server.db.insert(referralTotals).values({
      referrer: friend.address,
      wallet: player.address,
      wagered: lamports(wagered),
      earned: lamports(wagered / 400n),
    });
  const rename = { walletAddress: friend.address, newUsername: "new_friend", adminWallet: wallet.address };
  await admin.call("POST", "/api/admin/user/username", { body: rename });
  const find = async (identifier: string, by = admin) =>
    (await by.call("POST", "/api/referrals/admin/user-profile", { body: { identifier } })).body;

  for (const identifier of ["new_friend", " OLD_friend ", friend.address]) {
    const found = await find(identifier);
    expect(found).toMatchObject({
      user: { wallet_address: friend.address, username: "new_friend" },
      totals: { totalReferredWager: 4, totalEarnings: 0.01 },
    });
    expect(
      new Set(found.referrals.map((one: { total_referred_wager: number }) => one.total_referred_wager)),
    ).toEqual(new Set([1, 3]));
  }
  const page = async (more: object) =>
    (
      await admin.call("POST", "/api/referrals/admin/user-profile", {
        body: { identifier: "new_friend", ...more },
      })
    ).body;
  const first = await page({ limit: 1 });
  const second = await page({ limit: 1, cursor: first.nextCursor });
  const walletsIn = (body: { referrals: readonly { referred_wallet: string }[] }) =>
    body.referrals.map((one) => one.referred_wallet);
  const found = [first, second].flatMap(walletsIn);
  expect([found.length, new Set(found)]).toEqual([2, new Set([open.address, hidden.address])]);
  for (const { totals } of [first, second])
    expect(totals).toEqual({ totalReferrals: 2, totalReferredWager: 4, totalEarnings: 0.01 });
  expect(second.nextCursor).toBeNull();
  expect((await page({})).nextCursor).toBeNull();
  expect(await page({ limit: 101 })).toMatchObject({ code: "INVALID_INPUT", field: "limit" });
  expect(await page({ cursor: "x" })).toMatchObject({ code: "INVALID_INPUT" });

  const figures = async (more: object) =>
    (await page(more)).referrals.map((one: { total_referred_wager: number }) => one.total_referred_wager);
  expect(await figures({ sort: "wagered" })).toEqual([3, 1]);
  expect(await figures({ sort: "earned", direction: "asc" })).toEqual([1, 3]);
  expect(await figures({ search: "OPEN_" })).toEqual([3]);
  expect(await figures({ search: hidden.address.slice(0, 12) })).toEqual([1]);
  expect(await page({ search: "nobody" })).toMatchObject({ referrals: [], totals: { totalReferrals: 2 } });
  expect(await page({ sort: "wagered", cursor: first.nextCursor })).toMatchObject({
    code: "INVALID_INPUT",
    field: "cursor",
  });
  expect(await page({ sort: "username" })).toMatchObject({ code: "INVALID_INPUT", field: "sort" });

  for (const identifier of ["nobody", newWallet().address, "x"])
    expect(await find(identifier)).toMatchObject({ code: "USER_NOT_FOUND", field: "identifier" });
  expect(await find("new_friend", friend)).toMatchObject({ code: "NOT_ADMIN" });
});
