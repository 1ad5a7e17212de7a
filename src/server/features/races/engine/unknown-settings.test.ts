import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openRaceRoom } from "../../../../../tests/support/race-room.ts";

it("RACE-3 a race of a later program is left alone, not settled by rules that are not known", async () => {
  const room = await openRaceRoom();
  const { id } = await room.openRace();
  await room.db.execute(sql`alter table races disable trigger legal_update`);
  await room.db.execute(sql`update races set settings = settings || '{"version": 2}' where id = ${id}`);
  await expect(room.round()).rejects.toThrow("version 2, this program knows 1");
  expect((await room.race(id)).status).toBe("pending");
  await room.close();
});
