import { expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { exportLines, sealedFiles } from "../../../../tests/support/export.ts";
import { openTestHouse } from "../../../../tests/support/house.ts";
import { sha256Hex } from "../../../domain/fairness.ts";
import { acquireLease } from "../../foundation/db/lease.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { reopenFailedMemos } from "../payouts/reopen-memos.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { daySource } from "./day-source.ts";
import { readExport } from "./read-export.ts";
import { recordNext } from "./record-next.ts";
import { moveCursor, type RecordSource } from "./record-source.ts";
import { sealDay } from "./seal-day.ts";

/** A single row of text. */
const row: RecordSource = {
  name: "test",
  readNext: async () => ({
    lines: [{ key: "test:1", line: { kind: "rule", row: 1, entry: "x", hash: sha256Hex("x") } }],
    take: (tx) => moveCursor(tx, "test", 0, 1),
  }),
};

it("EXPORT-5 PAYOUTS-5 the record of a day waits while its memo has failed, and names the transaction that an admin's retry led to", async () => {
  const house = await openTestHouse();
  const token = await acquireLease(house.db, { name: "t", holder: "h", ttlMs: 3_600_000 });
  const ports = { ...house, lease: { name: "t", token: token ?? 0n }, network: "localnet" as const };
  await recordNext(ports, row);
  await sealDay({ ...ports, clock: { ...house.clock, now: () => house.clock.now() + 2 * DAY_MS } });
  await house.db.update(payments).set({ status: "failed", processedAt: new Date(house.clock.now()) });
  expect(await recordNext(ports, daySource)).toBe(false);
  expect((await readExport(house.db)).days).toMatchObject([{ anchor: null }]);
  await house.db.transaction((tx) => reopenFailedMemos(tx));
  await sendPayments(house);
  await house.testChain.advanceSlots();
  await sendPayments(house);
  expect(await recordNext(ports, daySource)).toBe(true);
  const [memo] = await house.db.select().from(payments);
  expect(JSON.parse((await exportLines(house.db)).at(-1) ?? "")).toMatchObject({
    kind: "day",
    anchor: memo?.signature,
  });
  await house.close();
});

it("EXPORT-5 the hash of a day's file stands on the chain, and a record and the list name the transaction", async () => {
  const house = await openTestHouse();
  const token = await acquireLease(house.db, { name: "t", holder: "h", ttlMs: 3_600_000 });
  const ports = { ...house, lease: { name: "t", token: token ?? 0n }, network: "localnet" as const };
  await recordNext(ports, row);
  // Chain time does not advance meanwhile.
  await sealDay({ ...ports, clock: { ...house.clock, now: () => house.clock.now() + 2 * DAY_MS } });
  const [file] = await sealedFiles(house.db);
  await sendPayments(house);
  expect((await readExport(house.db)).days).toMatchObject([{ sha256: file?.sha256, anchor: null }]);
  expect(await recordNext(ports, daySource)).toBe(false);
  await house.testChain.advanceSlots();
  await sendPayments(house);
  const sent = await house.testChain.chain.signaturesFor(house.address.hot, {
    limit: 100,
  });
  const found = sent.filter(({ memo }) => memo?.includes("furlong:1:export"));
  expect(found).toHaveLength(1);
  expect(found[0]?.memo).toContain(`day=${file?.day} records=1 sha256=${sha256Hex(file?.text ?? "")}`);
  const anchor = found[0]?.signature;
  expect((await readExport(house.db)).days).toMatchObject([{ sha256: file?.sha256, anchor }]);
  expect(await recordNext(ports, daySource)).toBe(true);
  expect(JSON.parse((await exportLines(house.db)).at(-1) ?? "")).toMatchObject({
    kind: "day",
    day: file?.day,
    anchor,
  });
  await house.checkSolvency();
  await house.close();
});
