import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { useAdminPanel } from "../../../../../tests/support/use-admin-panel.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import { horses, raceHorses } from "../../../foundation/db/schema/races.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import { stockStable } from "../engine/stable.ts";

const panel = useAdminPanel();

it("a new horse is answered with 201, a changed one with 200", async () => {
  const added = await panel.post("horses", { name: "Fresh Start", color: "#12abef" });
  expect(added).toMatchObject({ status: 201, success: true, horse: { name: "Fresh Start", lane: null } });
  const changed = await panel.post("horses", { id: added.horse.id, name: "Second Start" });
  expect(changed).toMatchObject({ status: 200, horse: { id: added.horse.id, name: "Second Start" } });
  expect(await panel.post("horses", { id: null, name: "Third", color: "#12abee" })).toMatchObject({
    status: 201,
  });
});

describe("a horse that is not wanted any more", () => {
  const newHorse = async (name: string): Promise<number> =>
    (await panel.post("horses", { name, color: "#12abef" })).horse.id;
  const archive = (id: number, archived: boolean) =>
    panel.admin.call("PATCH", `/api/admin/horses/${id}`, {
      body: { adminWallet: panel.wallet.address, archived },
    });
  const remove = (id: number) =>
    panel.admin.call("DELETE", `/api/admin/horses/${id}?walletAddress=${panel.wallet.address}`);
  const db = () => panel.server.db;
  const stock = () => inTransaction(db(), (tx) => stockStable(tx, panel.server.clock));
  const runner = async () => (await db().select().from(horses)).find(({ lane }) => lane === 3)!;
  const oldRace = (horseId: number) =>
    db().insert(raceHorses).values({
      raceId: "race-1",
      number: 1,
      horseId,
      name: "Then",
      color: "#12abef",
    });

  it("STABLE-1 is archived and restored, and has no lane meanwhile", async () => {
    const id = await newHorse("Retired Runner");
    const archived = await archive(id, true);
    expect(archived.body).toMatchObject({ horse: { id, archived: true, lane: null }, changed: true });
    expect(await panel.audited()).toMatchObject({ action: "horse.archive", subject: String(id) });
    expect(await panel.post("horses", { id, lane: 3 })).toMatchObject({
      status: 409,
      code: "HORSE_ARCHIVED",
      field: "lane",
    });
    expect(await panel.post("horses", { name: "Retired Runner", color: "#12abef" })).toMatchObject({
      code: "HORSE_EXISTS",
    });
    expect((await archive(id, false)).body).toMatchObject({ horse: { archived: false }, changed: true });
    expect(await panel.audited()).toMatchObject({ action: "horse.restore" });
    expect((await panel.post("horses", { id, lane: 3 })).horse).toMatchObject({ lane: 3 });
  });

  it("STABLE-1 is not chosen for an empty lane while it is archived", async () => {
    await stock();
    const [horse, archived] = [await runner(), await newHorse("Left Out")];
    await archive(archived, true);
    await db().update(horses).set({ lane: null }).where(eq(horses.id, horse.id));
    await stock();
    expect((await runner()).id).not.toBe(archived);
  });

  it("STABLE-1 is neither archived nor deleted while it has a lane", async () => {
    await stock();
    const { id } = await runner();
    expect(await archive(id, true)).toMatchObject({ status: 409, body: { code: "HORSE_COUNT" } });
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: "HORSE_COUNT" } });
    expect((await runner()).id).toBe(id);
  });

  it("STABLE-1 is deleted if no race has it and no repeat chose it, else it can only be archived", async () => {
    const [fresh, ran, chosen] = [await newHorse("Fresh"), await newHorse("Ran"), await newHorse("Chosen")];
    await db().execute(sql`set session_replication_role = replica`);
    await oldRace(ran);
    await db()
      .insert(betRepeats)
      .values({
        id: "repeat-1",
        wallet: panel.wallet.address,
        horse: "chosen",
        horseId: chosen,
        stake: lamports(1n),
        races: 1,
        stopAtLoss: lamports(1n),
        startedAt: new Date(0),
        termsRaceId: "race-1",
      });
    await db().execute(sql`set session_replication_role = default`);
    expect((await remove(fresh)).body).toEqual({ success: true, id: fresh });
    expect(await panel.audited()).toMatchObject({ action: "horse.delete", before: { name: "Fresh" } });
    for (const id of [ran, chosen])
      expect(await remove(id)).toMatchObject({ status: 409, body: { code: "HORSE_RAN" } });
    expect((await remove(fresh)).body.code).toBe("HORSE_NOT_FOUND");
  });

  it("STABLE-1 is not deleted while a race is created with it", async () => {
    await stock();
    const [leaves, comes] = [(await runner()).id, await newHorse("Newcomer")];
    const swapAndRemove = async () => {
      await panel.post("horses", { id: comes, lane: 3 });
      return remove(leaves);
    };
    const { removed } = await inTransaction(db(), async (tx) => {
      await stockStable(tx, panel.server.clock);
      const under = { removed: swapAndRemove() };
      // Time enough for both calls, if they did not have to wait.
      await setTimeout(500);
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx
        .insert(raceHorses)
        .values({ raceId: "race-2", number: 3, horseId: leaves, name: "Leaves", color: "#12abef" });
      return under;
    });
    expect((await removed).body).toMatchObject({ code: "HORSE_RAN" });
  });
});
