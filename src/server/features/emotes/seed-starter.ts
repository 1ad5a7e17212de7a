import { eq } from "drizzle-orm";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Db } from "../../foundation/db/database.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { emoteGroups, emotes } from "../../foundation/db/schema/emotes.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { GROUP_DELETED } from "./delete-group.ts";
import { newEmoteId } from "./emote-rows.ts";

/** The group that a new server starts with. */
const STARTER_GROUP = "Furlong";
const folder = fileURLToPath(new URL("./starter", import.meta.url));
const STILL = /\.still\.webp$/;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * Gives a new server its first emotes, which are open to all. Happens only once, whatever admins do with them
 * afterwards, and also when several instances start at the same time.
 */
export async function seedStarterEmotes({ db, clock, entropy }: Ports): Promise<void> {
  const known = await db.select({ id: emoteGroups.id }).from(emoteGroups).limit(1);
  if (known.length > 0) return;
  const deleted = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(eq(auditLog.action, GROUP_DELETED))
    .limit(1);
  if (deleted.length > 0) return;
  const createdAt = new Date(clock.now());
  const group = { id: newEmoteId(entropy), name: STARTER_GROUP, scope: "global" as const, createdAt };
  const pictures = await readPictures();
  await inTransaction(db, async (tx) => {
    const made = await tx
      .insert(emoteGroups)
      .values(group)
      .onConflictDoNothing()
      .returning({ id: emoteGroups.id });
    if (made.length === 0) return;
    await tx
      .insert(emotes)
      .values(
        pictures.map((picture) => ({
          id: newEmoteId(entropy),
          groupId: group.id,
          ...picture,
          createdAt,
        })),
      )
      .onConflictDoNothing();
  });
}

/** Drawn and encoded beforehand (`scripts/draw/emotes.ts`), so that startup need not decode anything. */
async function readPictures() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".webp"));
  const read = (name: string) => readFile(`${folder}/${name}`);
  return Promise.all(
    names
      .filter((name) => !STILL.test(name))
      .map(async (name) => {
        const shortcode = name.slice(0, -".webp".length);
        const still = `${shortcode}.still.webp`;
        return {
          shortcode,
          picture: await read(name),
          still: names.includes(still) ? await read(still) : null,
        };
      }),
  );
}
