import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { faultLine, faulty } from "../../../tests/support/faults.ts";
import { masterPassword, sol } from "../../../tests/support/house.ts";
import { openPaying } from "../../../tests/support/paying.ts";
import { auditLog } from "../db/schema/audit.ts";
import { payments } from "../db/schema/payments.ts";
import { queueSweeps } from "../payouts/sweep.ts";
import { addWallets } from "./add-wallets.ts";
import { sweepHouse } from "./sweep-house.ts";

const { house, finish } = await openPaying();
const { db, testChain, clock } = house;

it("LIMITS-8 MONEY-27 a sweep, killed at each call of the database, moves nothing without its audit row", async () => {
  const by = "admin-wallet";
  const added = await addWallets(house, { masterPassword, kind: "deposit", count: 1, by });
  if (!added.ok) throw new Error(added.code);
  const funder = await house.newPlayer(200n * 1_000_000_000n);
  const sweptIds = async () =>
    (await db.select().from(payments).where(eq(payments.kind, "sweep"))).map(({ id }) => id).toSorted();
  const auditedIds = async () =>
    (await db.select().from(auditLog).where(eq(auditLog.action, "house.sweep")))
      .flatMap(({ subject }) => (subject === null ? [] : [subject]))
      .toSorted();
  let kills = 0;
  for (let isOver = false; !isOver; kills += 1) {
    for (const address of await house.vault.addresses("deposit"))
      await testChain.sendTransfer(funder, address, sol(0.5));
    await testChain.finalize();
    await house.watch();
    await clock.advance(3_600_000);
    const line = faultLine(kills + 1);
    const on = { ...house, db: faulty(db, line) };
    const ports = {
      ...on,
      advancePayments: async () => undefined,
      queueSweeps: (order: Parameters<typeof queueSweeps>[1]) => queueSweeps(on, order),
    };
    await sweepHouse(ports, { masterPassword, minAmount: sol(0.1), by }).catch((error: unknown) => {
      if (!line.isBroken) throw error;
    });
    isOver = !line.isBroken;
    expect(await auditedIds()).toEqual(await sweptIds());
    await finish();
  }
  expect(kills).toBeGreaterThan(4);
  expect((await sweptIds()).length).toBeGreaterThan(2);
  await house.checkBooks();
  await house.checkSolvency();
});
