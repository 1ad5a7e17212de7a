import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestChain } from "../../tests/support/chain.ts";
import { networkChainStore } from "../../tests/support/network-chain.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../tests/support/race-room.ts";
import { toldRules } from "../../tests/support/rules.ts";
import { lamports } from "../domain/lamports.ts";
import { approvalsOnNetwork } from "./features/approvals/approvals-on-network.ts";
import { betsOnNetwork } from "./features/bets/bets-on-network.ts";
import { processDeposits } from "./features/bets/process-deposits.ts";
import { booksOnNetwork } from "./foundation/books/books-on-network.ts";
import { queueAnchor } from "./foundation/books/payments.ts";
import type { PublicNetwork } from "../domain/networks.ts";
import { LeaseLost } from "./foundation/db/lease.ts";
import { approvals } from "./foundation/db/schema/approvals.ts";
import { auditLog } from "./foundation/db/schema/audit.ts";
import { bets, depositCursors, deposits } from "./foundation/db/schema/bets.ts";
import { payments } from "./foundation/db/schema/payments.ts";
import { seedChains } from "./foundation/db/schema/races.ts";
import { auditMemo, exportMemo } from "../domain/memo.ts";
import type { Chain } from "./foundation/ports.ts";
import { racesOnNetwork } from "./features/races/races-on-network.ts";
import { logs } from "./foundation/db/schema/public-log.ts";
import { logOnNetwork } from "./foundation/public-log/log-on-network.ts";
import { publishedChains } from "./features/races/seeds/seed-chain.ts";
import { changeNetwork, type NetworkPorts } from "./features/settings/change-network.ts";
import { readSettings } from "./foundation/settings/stored-settings.ts";

const by = walletOf("admin");
const closers: (() => Promise<void>)[] = [];
let room: RaceRoom;
let nodes: Readonly<Record<PublicNetwork, Chain>>;

beforeEach(async () => {
  room = await openRaceRoom();
  closers.push(room.close);
  const open = async (network: PublicNetwork) => {
    const testChain = await openTestChain({
      clock: room.clock,
      store: await networkChainStore(network, room.clock.now()),
    });
    closers.push(() => testChain.close());
    return testChain.chain;
  };
  nodes = { devnet: await open("devnet"), "mainnet-beta": await open("mainnet-beta") };
  await room.setting("network", "devnet");
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const ports = (changed: Partial<NetworkPorts> = {}): NetworkPorts => ({
  ...room.ports(),
  isLocal: false,
  openNetwork: async (network) => nodes[network],
  refusesNetwork: () => null,
  networkParts: [
    betsOnNetwork,
    racesOnNetwork(room.ports()),
    approvalsOnNetwork(room.ports()),
    logOnNetwork,
    booksOnNetwork,
  ],
  ...changed,
});
const change = (value: string, changed?: Partial<NetworkPorts>) =>
  changeNetwork(ports(changed), { value, by });

const creditOf = (signature: string, network: PublicNetwork) =>
  processDeposits({ ...room.ports(), network, houseSources: new Set(), adminWallets: [], isLocal: true }, [
    {
      bet: null,
      deposit: {
        signature,
        slot: 7n,
        received: [{ address: "d", kind: "deposit", lamports: lamports(SOL) }],
        total: lamports(SOL),
        sources: [{ wallet: walletOf("ann"), lamports: lamports(SOL), isHouse: false }],
        betMemo: null,
        isForBalance: true,
      },
    },
  ]);

it("LIMITS-14 is refused with all that stands in its way, and nothing changes", async () => {
  await room.fundHouse(3n * SOL);
  await room.player("ann");
  await room.player("ben");
  const race = await room.openRace();
  await room.bet(race.id, "ann", { horse: 1, stake: SOL });
  await creditOf("deposit", "devnet");
  const at = new Date(room.clock.now());
  const prepared = {
    id: "bet-prepared",
    raceId: race.id,
    wallet: walletOf("ben"),
    horseNumber: 1,
    stake: lamports(SOL),
    salt: "5a".repeat(32),
  };
  const { horseId } = (await room.db.select().from(bets))[0]!;
  await room.db
    .insert(bets)
    .values({ ...prepared, horseId, ledger: "real", status: "prepared", preparedAt: at });
  await room.db.insert(approvals).values({
    id: "approval",
    kind: "limit-setting",
    request: { settingValue: "20" },
    amount: lamports(10n * SOL),
    cause: "limit",
    movedBefore: lamports(0n),
    sumLimit: lamports(10n * SOL),
    askedBy: by,
    askedAt: at,
    expiresAt: new Date(at.getTime() + 1_000),
  });
  await room.db.update(logs).set({ restoredAt: at }).where(eq(logs.isOpen, true));
  const before = await room.balances();
  expect(await change("mainnet-beta")).toEqual({
    ok: false,
    code: "NETWORK_MONEY_OPEN",
    field: "settingValue",
    message:
      "The network cannot change while money is open: 1 bet may still be paid; " +
      "#1 is not settled; 1 request waits for another admin; the public log is still to be compared with the chain; the house wallets hold 5 SOL; house equity is 3 SOL; " +
      "pools of races hold 1 SOL; players' balances hold 1 SOL",
  });
  const settings = await readSettings(room.db);
  expect([settings.network, settings.maintenance]).toEqual(["devnet", false]);
  expect(await room.balances()).toEqual(before);
  expect((await room.race(race.id)).status).toBe("pending");
  // The engine still leads.
  await room.round();
});

const sealed = { day: "2026-01-02", records: 1, sha256: "" };

it("LIMITS-14 EXPORT-5 AUDIT-3 RULELOG-2 puts maintenance on, ends the race that nobody bet on, and leaves what belongs to the old chain there", async () => {
  const race = await room.openRace();
  const createdAt = new Date(room.clock.now());
  await room.db.transaction(async (tx) => {
    await queueAnchor(tx, { id: "unsigned", memo: "m", createdAt });
    await queueAnchor(tx, { id: "failed", memo: exportMemo({ ...sealed, day: "2026-01-01" }), createdAt });
    await queueAnchor(tx, { id: "day", memo: exportMemo(sealed), createdAt });
    await queueAnchor(tx, { id: "audit", memo: auditMemo({ ...sealed, rowId: 7, hash: "" }), createdAt });
    await tx.update(payments).set({ status: "failed" }).where(eq(payments.id, "failed"));
  });
  await room.db.insert(depositCursors).values({ address: "d", lastSignature: "s" });
  const before = await publishedChains(room.db);

  expect(await change("mainnet-beta")).toMatchObject({ ok: true, value: { value: "mainnet-beta" } });
  const settings = await readSettings(room.db);
  expect([settings.network, settings.maintenance]).toEqual(["mainnet-beta", true]);
  expect(await room.race(race.id)).toMatchObject({
    status: "refunded",
    refundReason: "The network was changed",
    serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(await room.db.select().from(depositCursors)).toEqual([]);
  // Memos that do not belong to one chain are sent on the other.
  const open = await room.db.select().from(payments).where(eq(payments.status, "pending"));
  expect(open.map(({ id }) => id).toSorted()).toEqual(["audit", "day"]);
  const [failed] = await room.db.select().from(payments).where(eq(payments.id, "failed"));
  expect(failed).toMatchObject({ status: "cancelled" });
  const rows = await room.db.select().from(auditLog).where(eq(auditLog.action, "setting.change"));
  expect(rows.map(({ actor, subject, before: from, after }) => [actor, subject, from, after])).toEqual([
    [by, "network", "devnet", "mainnet-beta"],
    [by, "site_maintenance_enabled", "false", "true"],
  ]);
  // The log of the network that was left says no more of the next one than that it ends.
  expect((await toldRules(room.db)).slice(1)).toMatchObject([
    { kind: "commit", race: race.id },
    { kind: "setting", key: "site_maintenance_enabled", from: "false", to: "true" },
    {
      kind: "refund-race",
      race: race.id,
      cause: "by_admin",
      reason: "The network was changed",
      lamports: "0",
    },
  ]);

  // The previous leader can no longer write.
  await room.clock.advance(60_000);
  await expect(room.round()).rejects.toThrow(LeaseLost);
  await room.takeLead();
  await room.round();
  const { chain, earlier } = await publishedChains(room.db);
  expect(earlier.map(({ tip }) => tip)).toEqual([before.chain?.tip]);
  expect(await room.openIds()).toEqual([]);
  const next = await room.openRace();
  const [seeds] = await room.db.select().from(seedChains).where(eq(seedChains.id, next.seedChainId));
  expect(seeds).toMatchObject({ network: "mainnet-beta", tip: chain?.tip });
});

it("LIMITS-14 what comes to the chain that was left is not counted, by whatever instance reads it", async () => {
  expect(await change("mainnet-beta")).toMatchObject({ ok: true });
  await expect(creditOf("late", "devnet")).rejects.toMatchObject({
    cause: { message: "the data no longer belongs to devnet" },
  });
  expect(await room.db.select().from(deposits)).toEqual([]);
  expect(await room.balances()).toEqual({});
  await creditOf("new", "mainnet-beta");
  expect(await room.balances()).toMatchObject({ [`user:${walletOf("ann")}`]: SOL });
});

it("LIMITS-14 a network that is none, or cannot be used here, is refused before anything changes", async () => {
  const refusals = [
    [await change("devnet", { isLocal: true }), "SETTING_FIXED"],
    [await change("testnet"), "SETTING_INVALID"],
    [await change("localnet"), "SETTING_INVALID"],
    [await change("mainnet-beta", { refusesNetwork: () => "It needs Postgres" }), "SETTING_INVALID"],
    [await change("mainnet-beta", { openNetwork: async () => nodes.devnet }), "RPC_URL_REFUSED"],
  ] as const;
  for (const [refused, code] of refusals) expect(refused).toMatchObject({ ok: false, code });
  await room.setting("testing_mode_enabled", "true");
  expect(await change("mainnet-beta")).toMatchObject({ message: "Testing mode cannot be used on mainnet" });
  expect((await readSettings(room.db)).network).toBe("devnet");
  expect(await room.db.select().from(auditLog)).toEqual([]);
});

it("LIMITS-14 seeds whose end was never signed on a network are not waited for when the game comes back to it", async () => {
  await room.round();
  const [abandoned] = await room.db.select().from(seedChains);
  await change("mainnet-beta");
  await change("devnet");
  await room.takeLead();
  const race = await room.openRace();
  expect(race.seedChainId).not.toBe(abandoned?.id);
});

it("LIMITS-14 back on a network, its own seeds go on where they were", async () => {
  const first = await room.openRace();
  await change("mainnet-beta");
  await room.takeLead();
  const between = await room.openRace();
  await change("devnet");
  await room.takeLead();
  const again = await room.openRace();
  expect(between.seedChainId).not.toBe(first.seedChainId);
  expect([again.seedChainId, again.seedIndex]).toEqual([first.seedChainId, first.seedIndex + 1]);
});
