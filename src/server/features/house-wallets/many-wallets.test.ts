import { eq, sql } from "drizzle-orm";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { cheapCost, masterPassword, sol } from "../../../../tests/support/house.ts";
import { memoInstruction, transferInstruction } from "../../../../tests/support/chain.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { approvalPorts } from "../../../../tests/support/approval-ports.ts";
import { api } from "../../../contract/api.ts";
import { readInput } from "../../../contract/wire/wire.ts";
import { lamports } from "../../../domain/lamports.ts";
import { betMemo } from "../../../domain/memo.ts";
import { performOrAsk } from "../approvals/perform-or-ask.ts";
import { confirmBet } from "../bets/confirm-bet.ts";
import { prepareBet } from "../bets/prepare-bet.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { bets, deposits } from "../../foundation/db/schema/bets.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { openPayouts } from "../payouts/open-payouts.ts";
import { readSolvency } from "../solvency/read-solvency.ts";
import { houseHandlers } from "./handlers.ts";

const { house, finish, newWallet, queue, paymentOf } = await openPaying();
const { db, clock, chain, testChain } = house;
const { advancePayments, reopenFailedMemos, queueSweeps, queueRefill } = openPayouts(house);
const panel = houseHandlers({
  ...house,
  advancePayments,
  reopenFailedMemos,
  queueSweeps,
  queueRefill,
  performOrAsk: performOrAsk({ ...house, ...approvalPorts("admin-wallet") }),
  cost: cheapCost,
});
const by = (wallet: string) => ({ wallet, isAdmin: true, isModerator: true, isSteppedUp: true });
const admin = by("admin-wallet");
const call = <Body>(body: Body) => ({ params: {}, query: {}, body });
const add = (
  batchSize: number,
  kind: "deposit" | "hot" = "deposit",
  password = masterPassword,
  who = admin,
) => panel.addPrivateKeys(call({ adminWallet: who.wallet, masterPassword: password, batchSize, kind }), who);
const retire = (address: string, who = admin) =>
  panel.retireHouseWallet(call({ adminWallet: who.wallet, masterPassword, address }), who);
const sweep = () =>
  panel.sweepHouse(call({ adminWallet: admin.wallet, masterPassword, minAmount: sol(0.001) }), admin);
const wallets = () => db.select().from(houseWallets);
const addressesOf = (kind: "deposit" | "hot") => house.vault.addresses(kind);
const audited = (action: string) => db.select().from(auditLog).where(eq(auditLog.action, action));
const booked = (kind: string, address: string) =>
  house.balance(`chain:${kind as "deposit"}:${address}`).then((balance) => -balance);

const raceId = await house.openRace();
const prepare = async (stake = sol(0.1)) => {
  const player = await house.newPlayer();
  const prepared = await prepareBet(house, {
    raceId,
    wallet: player.address,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: 3,
    stake,
  });
  if (!prepared.ok || !prepared.value.payment) throw new Error("not prepared");
  return { player, betId: prepared.value.betId, ...prepared.value.payment };
};
type Prepared = Awaited<ReturnType<typeof prepare>>;
const confirm = ({ player, betId }: Prepared, signature: string) =>
  confirmBet(house, { raceId, betId, wallet: player.address, signature });

describe("many house wallets of a kind", () => {
  it("MONEY-26 keys are added in one batch with their audit row, sealed like the first, and never shown", async () => {
    const added = await add(3);
    expect(added).toMatchObject({ value: { added: 3 } });
    expect(await addressesOf("deposit")).toHaveLength(4);
    const [row] = (await audited("house.add-keys")).slice(-1);
    expect(row).toMatchObject({ actor: admin.wallet });
    expect((row!.after as { address: string }[]).map(({ address }) => address).toSorted()).toEqual(
      (await addressesOf("deposit")).filter((address) => address !== house.address.deposit).toSorted(),
    );
    for (const address of await addressesOf("deposit")) {
      expect(await house.vault.sign(address, new Uint8Array([1]))).toMatchObject({ ok: true });
    }
    const text = inspect(added, { depth: null });
    for (const { sealedKey } of await wallets()) expect(text).not.toContain(sealedKey);
  });

  it("MONEY-26 MONEY-18 a wrong password, or a failure in the middle, adds nothing; two admins at once both add", async () => {
    const before = await wallets();
    expect(await add(2, "deposit", "wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    await clock.advance(60_000);
    await db.execute(
      sql`create function no_audit() returns trigger language plpgsql as $$ begin raise 'the process dies'; end $$`,
    );
    await db.execute(sql`create trigger no_audit before insert on audit_log execute function no_audit()`);
    await expect(add(2)).rejects.toThrow("audit_log");
    await db.execute(sql`drop trigger no_audit on audit_log`);
    expect(await wallets()).toEqual(before);
    const both = await Promise.all([add(2), add(1, "hot", masterPassword, by("other-admin"))]);
    expect(both.map((answer) => answer.ok && answer.value.added)).toEqual([2, 1]);
    expect(await wallets()).toHaveLength(before.length + 3);
  });

  it("MONEY-26 LIMITS-1 51 keys at once are refused with the field named", () => {
    const body = { adminWallet: house.address.hot, masterPassword };
    const read = (batchSize: number) =>
      readInput(api.addPrivateKeys, { params: {}, query: {}, headers: {}, body: { ...body, batchSize } });
    expect(read(51)).toMatchObject({ ok: false, field: "batchSize" });
    expect(read(0)).toMatchObject({ ok: false, field: "batchSize" });
    expect(read(50)).toMatchObject({ ok: true });
  });

  it("MONEY-26 new bets go round the active deposit wallets; the first payment opens an empty one", async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => prepare(sol(0.01))));
    const used = new Set(made.map(({ depositAddress }) => depositAddress));
    expect(used.size).toBeGreaterThan(3);
    const fresh = made.find(({ depositAddress }) => depositAddress !== house.address.deposit)!;
    expect(await chain.balance(fresh.depositAddress)).toBe(0n);
    const signature = await testChain.signAndSend(fresh.wire, fresh.player);
    await testChain.advanceSlots(2);
    expect(await confirm(fresh, signature)).toMatchObject({ ok: true });
    expect(await booked("deposit", fresh.depositAddress)).toBe(sol(0.01));
    const [bet] = await db.select().from(bets).where(eq(bets.id, fresh.betId));
    expect(bet).toMatchObject({ status: "confirmed", depositAddress: fresh.depositAddress });
  });

  it("MONEY-26 BET-8 a payment to another deposit wallet of the house is no bet, and its payer's", async () => {
    const bet = await prepare();
    const other = (await addressesOf("deposit")).find((address) => address !== bet.depositAddress)!;
    const signature = await testChain.sendInstructions(bet.player, [
      transferInstruction(bet.player, other, sol(0.1)),
      memoInstruction(betMemo(bet.commitment, bet.root)),
    ]);
    await testChain.advanceSlots(2);
    expect(await confirm(bet, signature)).toMatchObject({ code: "BET_CREDITED" });
    expect(await house.balance(`user:${bet.player.address}`)).toBe(sol(0.1));
    const [deposit] = await db.select().from(deposits).where(eq(deposits.signature, signature));
    expect(deposit).toMatchObject({ outcome: "credit", reason: "WRONG_WALLET", houseAddress: other });
    // The bet itself can still be paid.
    const paid = await testChain.signAndSend(bet.wire, bet.player);
    await testChain.advanceSlots(2);
    expect(await confirm(bet, paid)).toMatchObject({ ok: true });
    expect(await house.balance(`user:${bet.player.address}`)).toBe(sol(0.1));
  });

  it("MONEY-26 BET-12 what one transaction pays to a known wallet and to one just added is all counted", async () => {
    const player = await house.newPlayer();
    await house.houseAddresses.known();
    await add(1);
    const added = (await addressesOf("deposit")).at(-1)!;
    const signature = await testChain.sendInstructions(player, [
      transferInstruction(player, house.address.deposit, sol(0.2)),
      transferInstruction(player, added, sol(0.3)),
    ]);
    await testChain.advanceSlots(2);
    await house.watch();
    expect(await house.balance(`user:${player.address}`)).toBe(sol(0.5));
    expect(await booked("deposit", added)).toBe(sol(0.3));
    expect(signature).not.toBe("");
  });

  it("MONEY-26 MONEY-27 a retired wallet takes no new bets, and is still watched and swept", async () => {
    const bet = await prepare(sol(0.4));
    const old = bet.depositAddress;
    expect(await retire(old)).toMatchObject({ value: { wallet: { address: old, isActive: false } } });
    expect(await retire(old)).toMatchObject({ ok: true });
    expect(await audited("house.retire")).toMatchObject([{ actor: admin.wallet, subject: old }]);
    const later = await Promise.all(Array.from({ length: 12 }, () => prepare(sol(0.01))));
    expect(later.map(({ depositAddress }) => depositAddress)).not.toContain(old);
    // It was prepared before the wallet was retired, so it is still a bet.
    await testChain.signAndSend(bet.wire, bet.player);
    await testChain.advanceSlots();
    await house.watch();
    const [stored] = await db.select().from(bets).where(eq(bets.id, bet.betId));
    expect(stored).toMatchObject({ status: "confirmed" });
    expect(await booked("deposit", old)).toBeGreaterThanOrEqual(sol(0.4));
    const swept = await sweep();
    expect(swept.ok && swept.value.transactions.map(({ from_address }) => from_address)).toContain(old);
    await finish();
    expect(await chain.balance(old)).toBe(890_880n);
    expect(await booked("deposit", old)).toBe(890_880n);
  });

  it("MONEY-26 every deposit wallet is swept by a payment of its own, and each keeps books of its own", async () => {
    const player = await house.newPlayer(100n * 1_000_000_000n);
    const targets = (await addressesOf("deposit")).slice(-2);
    for (const address of targets) await testChain.sendTransfer(player, address, sol(1));
    await testChain.advanceSlots();
    await house.watch();
    const both = await Promise.all([sweep(), sweep()]);
    const ids = both.flatMap((answer) => (answer.ok ? answer.value.transactions.map(({ id }) => id) : []));
    expect(new Set(ids).size).toBe(ids.length);
    await finish();
    const rows = await db.select().from(payments).where(eq(payments.kind, "sweep"));
    for (const address of targets) {
      const own = rows.filter(({ id, sourceAddress }) => ids.includes(id) && sourceAddress === address);
      expect(own).toMatchObject([{ status: "completed", destination: house.address.hot }]);
      expect(await booked("deposit", address)).toBe(890_880n);
    }
    const overview = await panel.getHouseOverview();
    for (const { address, type, onChainBalance, dbBalance, balanceMatch } of overview.value.wallets) {
      expect(balanceMatch).toBe(true);
      expect(dbBalance).toBe(onChainBalance);
      expect(await booked(type, address)).toBe(dbBalance);
    }
  });

  it("MONEY-26 a payment is made by a hot wallet that covers it, and the last active one of a kind stays", async () => {
    const [first, second] = await addressesOf("hot");
    const player = await newWallet();
    const left = await chain.balance(first!);
    const funder = await house.newPlayer(200n * 1_000_000_000n);
    await testChain.sendTransfer(funder, second!, left + sol(5));
    await testChain.advanceSlots();
    await house.watch();
    const id = await queue(player, lamports(left + sol(1)));
    await finish();
    const overview = await panel.getHouseOverview();
    const paid = overview.value.recentTransactions.find((one) => one.id === id);
    expect(paid).toMatchObject({ from_address: second, status: "completed" });
    expect((await paymentOf(id)).sourceAddress).toBeNull();
    const answers = await Promise.all([retire(first!), retire(second!, by("other-admin"))]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "LAST_HOUSE_WALLET", field: "address" });
    expect(await addressesOf("hot")).toHaveLength(1);
    expect(await retire(await newWallet())).toMatchObject({ code: "HOUSE_WALLET_NOT_FOUND" });
    // The balance of the retired wallet goes to the active one, once no race is to be locked by it.
    await house.closeRace(raceId);
    await sweep();
    await finish();
    const [active] = await addressesOf("hot");
    const retired = [first!, second!].find((address) => address !== active)!;
    expect(await booked("hot", retired)).toBe(890_880n);
  });

  it("MONEY-26 MONEY-27 a payment that no hot wallet covers alone is made of what all of them hold, retired ones too", async () => {
    const funder = await house.newPlayer(200n * 1_000_000_000n);
    await add(2, "hot");
    const [oldest, ...others] = await addressesOf("hot");
    const old = others[0]!;
    for (const address of others) await testChain.sendTransfer(funder, address, sol(20));
    await testChain.advanceSlots();
    await house.watch();
    await retire(old);
    const balance = await chain.balance(oldest!);
    const player = await newWallet();
    const id = await queue(player, lamports(balance + sol(30)));
    await finish();
    await finish();
    expect(await paymentOf(id)).toMatchObject({ status: "completed" });
    expect(await chain.balance(player)).toBe(balance + sol(30));
    expect(await booked("hot", old)).toBe(890_880n);
  });

  it("MONEY-26 MONEY-20 money that is booked to another address is a difference, though the sums agree", async () => {
    const [one, other] = await addressesOf("deposit");
    const move = (reference: string, amount: bigint) =>
      db.execute(
        sql`with made as (
              insert into ledger_postings (reference, kind, ledger, created_at)
              values (${reference}, 'difference explained', 'real', clock_timestamp()) returning id)
            insert into ledger_entries (posting_id, account, lamports)
            select id, account, lamports from made, (values
              (${`chain:deposit:${one}`}, ${amount.toString()}::bigint),
              (${`chain:deposit:${other}`}, ${(-amount).toString()}::bigint)) as e (account, lamports)`,
      );
    await move("wrong-address", 1_000n);
    const solvency = await readSolvency({
      ...house,
      chain: testChain.chain,
      readDeposits: () => house.watch(),
    });
    expect(solvency.difference).toBe(0n);
    expect(new Map(solvency.differences.map(({ account, difference }) => [account, difference]))).toEqual(
      new Map([
        [`chain:deposit:${one}`, 1_000n],
        [`chain:deposit:${other}`, -1_000n],
      ]),
    );
    await move("right-address", -1_000n);
  });
});
