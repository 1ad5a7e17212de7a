import { eq } from "drizzle-orm";
import { createHash } from "node:crypto";
import type { Race } from "../../../contract/races/race-shape.ts";
import { raceId } from "../../../contract/wire/codecs.ts";
import type { Result } from "../../../domain/result.ts";
import type { Db, Queryable } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import type { Feature } from "../feature.ts";
import type { Clock } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";
import type { Preview, Previews } from "../site/previews.ts";
import { CARD } from "./card.ts";
import { type PictureDrawer, pictureDrawer } from "./picture-drawer.ts";
import { type PreviewText, racePreview } from "./race-preview.ts";
import { referralPreview } from "./referral-preview.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly isLocal: boolean;
  /** Where the site is, without a scheme. */
  readonly publicHost: string;
  /** A race as visitors see it. */
  readonly readRace: (id: string) => Promise<Result<{ readonly race: Race }, "RACE_NOT_FOUND">>;
  /** The wallet that a referral code names; null where there is none. */
  readonly findWallet: (q: Queryable, code: string) => Promise<string | null>;
}

/** What links to a race and to an invitation look like in chats and social networks. */
export function openPreviews({ db, clock, isLocal, publicHost, readRace, findWallet }: Ports) {
  const drawer = pictureDrawer(clock);
  const readSetting = async () => ({ theme: (await readSettings(db)).theme, isLocal, host: publicHost });
  const previews: Previews = {
    async replay(id) {
      if (!raceId.safeParse(id).success) return null;
      const found = await readRace(id);
      return found.ok ? previewOf(racePreview(found.value.race, await readSetting()), drawer) : null;
    },
    async referral(code) {
      const wallet = await findWallet(db, code);
      if (wallet === null) return null;
      const named = code.normalize("NFKC").trim();
      const username = await readShownName(db, wallet, named);
      return previewOf(referralPreview(named, username, await readSetting()), drawer);
    },
  };
  return {
    previews,
    jobs: [
      {
        name: "end of the idle drawing thread",
        runsOn: "every instance",
        everyMs: 60_000,
        round: () => drawer.endIfIdle(),
      },
    ],
  } satisfies Feature & { readonly previews: Previews };
}

/**
 * The name of a player who hides nothing (rule SHARE-2). A code that is the player's name of earlier leads to no other
 * name.
 */
async function readShownName(db: Db, wallet: string, code: string): Promise<string | null> {
  const [user] = await db
    .select({ username: users.username, hidesFigures: users.hidesFigures })
    .from(users)
    .where(eq(users.wallet, wallet));
  if (user === undefined || user.hidesFigures) return null;
  return code === wallet || code.toLowerCase() === user.username.toLowerCase() ? user.username : null;
}

function previewOf({ card, ...text }: PreviewText, drawer: PictureDrawer): Preview {
  const etag = createHash("sha256").update(JSON.stringify(card)).digest("base64url").slice(0, 22);
  return {
    ...text,
    picture: {
      ...CARD,
      etag,
      drawn: () => drawer.drawn(etag),
      draw: () => drawer.draw(etag, card),
    },
  };
}
