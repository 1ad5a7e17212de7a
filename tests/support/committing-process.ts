/** Commits rows in a loop and prints the number of each one that the database has acknowledged. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../src/server/foundation/db/database.ts";
import { openEmbedded } from "../../src/server/foundation/db/open-embedded.ts";

const { db } = await openEmbedded({ dataDir: process.argv[2]! });
await db.execute(sql`create table if not exists commits (n int primary key)`);
const [last] = await rowsOf<{ n: number }>(db, sql`select coalesce(max(n), 0) as n from commits`);
for (let n = (last?.n ?? 0) + 1; ; n += 1) {
  await db.execute(sql`insert into commits values (${n})`);
  process.stdout.write(`${n}\n`);
}
