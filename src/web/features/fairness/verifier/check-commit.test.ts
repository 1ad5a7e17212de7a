import { describe, expect, it } from "vitest";
import { commitOf } from "../../../../../tests/support/log-rows.ts";
import { FIRST, SECOND, ServedLogs } from "../../../../../tests/support/served-logs.ts";
import { checkpointLines } from "../../../../domain/log/checkpoint.ts";
import type { EntryContent } from "../../../../domain/log/entry.ts";
import { checkRaceCommit } from "./check-commit.ts";
import type { VerifiedRace } from "./check-race.ts";
import { checkHouse } from "./site-logs.ts";

const commit = commitOf(7) as Extract<EntryContent, { kind: "commit" }>;
const served = new ServedLogs();

/** A log that commits to race 7, and the answer of the verify call about that race. */
async function committed(id: string, lockWallet = commit.lock_wallet) {
  const entries = [{ ...commit, lock_wallet: lockWallet }];
  const log = served.serve(id, { size: 3, entries });
  const checkpoint = checkpointLines({ origin: log.origin, size: 3, root: log.rootAt(3) });
  // Only what the check reads.
  const race = {
    id: commit.race,
    server_seed_hash: commit.seed_hash,
    nonce: "7.blockhash",
    settings: { ...commit.settings, jackpot: "0" },
    horses: commit.horses,
    lock_wallet: lockWallet,
    entries: { commit: 1 },
    logged: await log.showIn(3, 1),
    anchors: { commit: { checkpoint, notary: log.notary, signature: "5".repeat(88), slot: 1n } },
  } as unknown as VerifiedRace;
  return { race, site: served.siteOf(log, 3) };
}

const { race, site } = await committed(FIRST);
const other = await committed(SECOND, "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR");

describe("FAIR-12 FAIR-32 the commitment that a race shows", () => {
  it("is checked without the site, from the answer alone", async () => {
    expect(await checkRaceCommit(race, null)).toEqual({ state: "checked" });
    const settings = { ...race.settings, houseEdgeBps: 900 };
    expect(await checkRaceCommit({ ...race, settings }, null)).toMatchObject({ state: "differs" });
    const earlier = {
      ...race.anchors.commit!,
      checkpoint: race.anchors.commit!.checkpoint.replace("3", "1"),
    };
    const anchors = { ...race.anchors, commit: earlier };
    expect(await checkRaceCommit({ ...race, anchors }, null)).toMatchObject({ state: "differs" });
  });

  it("differs where nothing ties the race to the memo that anchored it", async () => {
    expect(await checkRaceCommit({ ...race, logged: null }, null)).toMatchObject({ state: "differs" });
    const anchors = { ...race.anchors, commit: null };
    expect(await checkRaceCommit({ ...race, anchors, logged: null }, null)).toEqual({ state: "absent" });
  });

  it("counts in one of two logs that commit to the race in two ways: that of the house", async () => {
    const checkHere = (of: VerifiedRace) => checkRaceCommit(of, (anchor) => checkHouse(site, anchor));
    expect(await checkHere(race)).toEqual({ state: "checked" });
    expect(await checkRaceCommit(other.race, null)).toEqual({ state: "checked" });
    expect(await checkHere(other.race)).toMatchObject({ state: "differs" });
  });

  it("is not checked where the site does not tell which log is its own", async () => {
    const fails = () => Promise.reject(new Error("no route"));
    expect(await checkRaceCommit(race, fails)).toEqual({ state: "unread", why: "no route" });
  });
});
