import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { houseFunded } from "../../../domain/chain-postings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import { post } from "../../foundation/books/ledger.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { chooseLockWallet, fillLockWallet } from "./lock-wallets.ts";
import { sendPayments } from "./send-payments.ts";

/** Four memos at the cap, 0.0001 SOL. */
const NEEDED = RENT_EXEMPT_MINIMUM + 4n * (SIGNATURE_FEE + 100_000n);

describe("FAIR-15 the hot wallet that a race names", () => {
  let database: TestDatabase;
  let wallets = 0;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.db.update(houseWallets).set({ isActive: false }));

  const choose = () => database.db.transaction((tx) => chooseLockWallet(tx));
  async function walletWith(amount: bigint): Promise<string> {
    const address = `hot-${(wallets += 1)}`;
    const received = [{ kind: "hot" as const, address, lamports: lamports(amount) }];
    await database.db
      .insert(houseWallets)
      .values({ address, kind: "hot", sealedKey: "", createdAt: new Date(0) });
    if (amount > 0n)
      await database.db.transaction((tx) => post(tx, houseFunded({ signature: `to ${address}`, received })));
    return address;
  }

  it("is the active one that holds most", async () => {
    await walletWith(NEEDED);
    const most = await walletWith(sol(1));
    const second = await walletWith(sol(0.5));
    expect(await choose()).toBe(most);
    await database.db.update(houseWallets).set({ isActive: false }).where(eq(houseWallets.address, most));
    expect(await choose()).toBe(second);
  });

  it("can pay for the memo at the highest fee", async () => {
    expect(await choose()).toBeNull();
    await walletWith(0n);
    await walletWith(NEEDED - 1n);
    expect(await choose()).toBeNull();
    const enough = await walletWith(NEEDED);
    expect(await choose()).toBe(enough);
  });

  it("is not one that an open sweep leaves with too little", async () => {
    const swept = await walletWith(sol(1));
    const id = "sweep-1";
    await database.db.transaction((tx) =>
      queuePayment(tx, {
        id,
        kind: "sweep",
        source: "hot",
        sourceAddress: swept,
        destination: "treasury",
        lamports: lamports(sol(1) - NEEDED + 1n),
        createdAt: new Date(0),
      }),
    );
    expect(await choose()).toBeNull();
    await database.db.update(payments).set({ status: "cancelled" }).where(eq(payments.id, id));
    expect(await choose()).toBe(swept);
  });
});

describe("FAIR-15 without a hot wallet that can pay for a lock memo", () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse({ fund: { hot: 0n } });
  });
  afterAll(() => house.close());

  it("the stakes are moved to it, once, even if nothing else is to be paid", async () => {
    const sweeps = () => house.db.select().from(payments).where(eq(payments.kind, "sweep"));
    const choose = () => house.db.transaction((tx) => chooseLockWallet(tx));
    expect(await choose()).toBeNull();
    await fillLockWallet(house);
    await fillLockWallet(house);
    expect(await sweeps()).toMatchObject([{ source: "deposit", destination: house.address.hot }]);
    for (let round = 0; round < 4; round += 1) {
      await sendPayments(house);
      await house.testChain.advanceSlots(2);
      await house.watch();
    }
    expect(await choose()).toBe(house.address.hot);
    await fillLockWallet(house);
    expect(await sweeps()).toHaveLength(1);
    await house.checkBooks();
  });
});
