import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { approvalPorts } from "../../../../tests/support/approval-ports.ts";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { type Json, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { type TestPlayer, useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { solFromLamports } from "../../../contract/wire/codecs.ts";
import { houseFunded } from "../../../domain/chain-postings.ts";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { balanceAdjusted } from "../../../domain/postings.ts";
import { performOrAsk } from "../approvals/perform-or-ask.ts";
import { balanceOf, post } from "../../foundation/books/ledger.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { balanceAdjustments } from "../../foundation/db/schema/balance-adjustments.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { changeBalanceAction } from "./set-balance.ts";

describe("an admin sets a balance", () => {
  const panel = useAdminPanel({ others: 1 });
  let player: TestPlayer;
  let funded = 0;
  beforeEach(async () => {
    await panel.admin.stepUp("balances");
    player = await panel.newPlayer();
  });
  afterEach(() => mustBeSound(panel.server.db));

  const fund = (amount: number) => {
    const signature = `funding ${(funded += 1)}`;
    const received = [{ kind: "hot" as const, address: "h", lamports: sol(amount) }];
    return panel.server.db.transaction((tx) => post(tx, houseFunded({ signature, received })));
  };
  const set = async (expectedBalance: number, newBalance: number, about: object = {}): Promise<Json> =>
    panel.post("balance", { walletAddress: player.address, expectedBalance, newBalance, ...about });
  const equity = () => balanceOf(panel.server.db, "equity");
  const balance = () => balanceOf(panel.server.db, `user:${player.address}`);

  it("USERS-7 MONEY-24 sets it of a wallet without a profile that has money here, and of no other", async () => {
    await fund(5);
    const stranger = newWallet().address;
    const lists = async (query = "") =>
      (await panel.admin.call("GET", `/api/admin/unprofiled-wallets${query}`)).body;
    const one = async (wallet: string) =>
      (await panel.admin.call("GET", `/api/admin/unprofiled-wallets/${wallet}`)).body;
    const about = { walletAddress: stranger };
    expect(await set(0, 1, about)).toMatchObject({ status: 404, code: "USER_NOT_FOUND" });
    expect(await one(stranger)).toMatchObject({ wallet: { balance: null, banned_until: null } });
    expect(await balanceOf(panel.server.db, `user:${stranger}`)).toBe(0n);

    const others = [newWallet().address, newWallet().address];
    for (const wallet of [stranger, ...others])
      await panel.server.db.transaction((tx) =>
        post(tx, balanceAdjusted({ id: `paid ${wallet}`, wallet, change: signedLamports(sol(0.5)) })),
      );
    // A wallet with a profile is not listed, even with money.
    await set(0, 0.2);
    const first = await lists("?limit=2");
    const rest = await lists(`?limit=2&cursor=${first.nextCursor}`);
    expect(rest.nextCursor).toBeNull();
    const all: readonly Json[] = [...first.wallets, ...rest.wallets];
    expect(all.map((row) => row.wallet_address)).toEqual([stranger, ...others].toSorted());
    expect(all.every((row) => row.balance === 0.5)).toBe(true);
    expect(await one(stranger)).toMatchObject({ wallet: { balance: 0.5, onchain_balance: 0 } });

    expect(await set(0.4, 0, about)).toMatchObject({ status: 409, code: "BALANCE_CHANGED" });
    expect(await set(0.5, 0.75, { ...about, reason: "late deposit" })).toMatchObject({
      status: 200,
      user: null,
      adjustment: { previous_balance: 0.5, new_balance: 0.75 },
    });
    expect(await panel.audited()).toMatchObject({
      action: "player.balance",
      subject: stranger,
      reason: "late deposit",
    });
    expect(await balanceOf(panel.server.db, `user:${stranger}`)).toBe(sol(0.75));
    // If emptied by mistake, it can be refilled.
    expect(await set(0.75, 0, about)).toMatchObject({ status: 200 });
    expect((await lists()).wallets.map((row: Json) => row.wallet_address)).not.toContain(stranger);
    expect(await set(0, 0.75, about)).toMatchObject({ status: 200 });
    expect((await lists()).wallets.map((row: Json) => row.wallet_address)).toContain(stranger);
    expect((await player.call("GET", "/api/admin/unprofiled-wallets")).status).toBe(403);
  });

  it("USERS-7 a wallet with money leaves the list of those without a profile when it makes one", async () => {
    const listed = async () =>
      (await panel.admin.call("GET", "/api/admin/unprofiled-wallets?limit=100")).body.wallets.map(
        (row: Json) => row.wallet_address,
      );
    const late = newBrowser(panel.url);
    const change = signedLamports(sol(0.5));
    await panel.server.db.transaction((tx) =>
      post(tx, balanceAdjusted({ id: "before the profile", wallet: late.address, change })),
    );
    expect(await listed()).toContain(late.address);
    await late.signIn();
    const body = { walletAddress: late.address, username: "late_profile" };
    expect((await late.call("POST", "/api/users", { body })).status).toBe(201);
    expect(await listed()).not.toContain(late.address);
  });

  it("MONEY-24 pays the change from or to equity, keeps who did it and why, and tells the player", async () => {
    await fund(5);
    const before = await equity();
    const page = await openLiveSocket(panel.server.url, player);
    expect(await set(0, 1.5, { reason: "a gift" })).toMatchObject({
      status: 200,
      user: { wallet_address: player.address, balance: 1.5 },
      adjustment: { previous_balance: 0, new_balance: 1.5, adjustment_amount: 1.5 },
      approval: null,
    });
    expect([await balance(), (await equity()) - before]).toEqual([sol(1.5), -1_500_000_000n]);
    expect(await panel.audited()).toMatchObject({
      actor: panel.wallet.address,
      action: "player.balance",
      subject: player.address,
      before: "0",
      after: "1.5",
      reason: "a gift",
    });
    await expect
      .poll(() => page.all("user-notification").map(({ notification }: Json) => notification.kind))
      .toEqual(["balance_raised", "balance_changed"]);
    await panel.server.clock.advance(1);
    expect(await set(1.5, 0.25)).toMatchObject({ adjustment: { adjustment_amount: -1.25 } });
    expect([await balance(), (await equity()) - before]).toEqual([sol(0.25), -250_000_000n]);
    const { notifications } = (await player.call("GET", `/api/notifications/${player.address}`)).body;
    expect(notifications).toMatchObject([
      { kind: "balance_lowered", params: { amount: 1.25 } },
      { kind: "balance_raised", params: { amount: 1.5 } },
    ]);
    const rows = await panel.server.db
      .select()
      .from(balanceAdjustments)
      .where(eq(balanceAdjustments.wallet, player.address));
    const ofAdmin = { adminWallet: panel.wallet.address };
    expect(rows.toSorted((a, b) => Number(a.previousBalance - b.previousBalance))).toMatchObject([
      { ...ofAdmin, previousBalance: 0n, newBalance: sol(1.5), reason: "a gift" },
      { ...ofAdmin, previousBalance: sol(1.5), newBalance: sol(0.25), reason: null },
    ]);
    await expect(panel.server.db.delete(balanceAdjustments)).rejects.toThrow("Failed query");
    page.close();
  });

  it("MONEY-24 wants the figure that the admin saw", async () => {
    await fund(3);
    const body = { walletAddress: player.address, newBalance: 1 };
    expect(await panel.post("balance", body)).toMatchObject({
      status: 400,
      field: "expectedBalance",
      message: "expectedBalance must be the balance that was seen",
    });
    expect(await set(0.5, 1)).toMatchObject({
      status: 409,
      code: "BALANCE_CHANGED",
      field: "expectedBalance",
      message: "The balance is 0 SOL by now",
    });
    expect(await set(0, 0)).toMatchObject({ status: 400, field: "newBalance" });
    expect(await set(0, -1)).toMatchObject({ status: 400, field: "newBalance" });
    const nobody = { walletAddress: newWallet().address };
    expect(await set(0, 1, nobody)).toMatchObject({ status: 404, code: "USER_NOT_FOUND" });
    expect(await balance()).toBe(0n);
  });

  it("MONEY-24 a double click, or two admins who saw the same, change it once", async () => {
    await fund(4);
    const answers = await Promise.all([set(0, 1), set(0, 1), set(0, 2), set(0, 2)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("BALANCE_CHANGED"));
  });

  it("MONEY-24 gives no more than equity holds, to the lamport", async () => {
    await fund(1);
    const limit = async (value: string) => {
      const at = new Date(panel.server.clock.now());
      const change = { key: "second_admin_above_sol" as const, value, by: null, at };
      await panel.server.db.transaction((tx) => writeSetting(tx, change));
    };
    await limit("1000");
    const equityInSol = solFromLamports(await equity());
    const more = solFromLamports((await equity()) + 1n);
    expect(await set(0, more)).toMatchObject({ status: 409, code: "EQUITY_TOO_LOW", field: "newBalance" });
    expect(await set(0, equityInSol)).toMatchObject({ user: { balance: equityInSol } });
    expect(await equity()).toBe(0n);
    await limit("10");
  });

  it("IDENTITY-5 APPROVALS-2 above the limit waits, is checked anew, and is done once with both admins named", async () => {
    await fund(100);
    const before = await equity();
    // What earlier tests moved counts no more.
    await panel.server.clock.advance(DAY_MS);
    await panel.admin.signIn();
    await panel.admin.stepUp("balances");
    const second = await panel.other();
    const approve = async (id: string): Promise<Json> => panel.approve(id, second);
    const { approval, adjustment } = await set(0, 10.5, { reason: "a prize" });
    expect(adjustment).toBeNull();
    expect(approval).toMatchObject({
      kind: "balance",
      amount: 10.5,
      reason: "a prize",
      cause: "sum",
      request: { walletAddress: player.address, change: 10.5 },
    });
    expect([await balance(), (await equity()) - before]).toEqual([0n, 0n]);

    // The balance has changed since: the difference is applied to what it is then.
    await set(0, 1);
    const answers = await Promise.all([approve(approval.id), approve(approval.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await balance(), (await equity()) - before]).toEqual([sol(11.5), -11_500_000_000n]);
    const acts = await panel.server.db.select().from(auditLog).where(eq(auditLog.subject, player.address));
    expect(acts.at(-1)).toMatchObject({
      actor: panel.wallet.address,
      action: "player.balance",
      before: "1",
      after: "11.5",
      detail: { approvedBy: second.address },
      reason: "a prize",
    });
    // Nor can one admin take that much away alone.
    expect(await set(11.5, 0)).toMatchObject({ adjustment: null, approval: { status: "waiting" } });
  });
});

describe("what leaves the balance meanwhile", () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse();
  });
  afterAll(async () => {
    await house.checkBooks();
    await house.checkSolvency();
    await house.close();
  });

  it("MONEY-24 is not taken a second time", async () => {
    const player = await house.newPlayer();
    const wallet = player.address;
    const set = (expectedBalance: bigint, newBalance: bigint) =>
      performOrAsk({ ...house, ...approvalPorts("admin") })(
        changeBalanceAction(house, lamports(expectedBalance)),
        {
          request: {
            walletAddress: wallet,
            change: signedLamports(newBalance - expectedBalance),
          },
          by: "admin",
          reason: null,
        },
      );
    await house.testChain.sendTransfer(player, house.address.deposit, sol(1));
    await house.testChain.advanceSlots();
    await house.watch();
    expect(await house.balance(`user:${wallet}`)).toBe(sol(1));
    const [taken, left] = await Promise.all([
      set(sol(1), sol(0)),
      withdraw(house, { wallet, amount: sol(0.8), isAdmin: false }),
    ]);
    expect([taken.ok, left.ok].filter(Boolean)).toHaveLength(1);
    await house.testChain.advanceSlots();
    await house.watch();
  });
});
