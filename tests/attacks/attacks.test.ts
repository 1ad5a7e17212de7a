import { afterAll, beforeAll, describe } from "vitest";
import { accessAttacks } from "./access.ts";
import { adminAttacks } from "./admin.ts";
import { auditedWriteAttacks } from "./audited-writes.ts";
import { bettingAttacks } from "./betting.ts";
import { closedRaceAttacks } from "./closed-race.ts";
import { chatAttacks } from "./chat.ts";
import { emoteAttacks } from "./emotes.ts";
import { identityAttacks } from "./identity.ts";
import { injectionAttacks, referrerAttacks } from "./injection.ts";
import { moneyAttacks } from "./money.ts";
import { outsideAttacks } from "./outside-local-mode.ts";
import { reconciliationAttacks } from "./reconciliation.ts";
import { referralAttacks } from "./referrals.ts";
import { rpcAttacks } from "./rpc.ts";
import { sameRequestAttacks } from "./same-request.ts";
import { secretsAttacks } from "./secrets.ts";
import { socketAttacks } from "./sockets.ts";
import { versionAttacks } from "./transaction-versions.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { wireAttacks } from "./wire.ts";

/*
 * Attacks on one running server, one chapter after the other; docs/threat-model.md cites their titles. The last chapter
 * searches everything that the server printed, stored and answered meanwhile.
 */

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
}, 120_000);
afterAll(() => fixture?.close());

const chapters = {
  "who is calling": identityAttacks,
  "who may do what": accessAttacks,
  bets: bettingAttacks,
  "versions of transactions": versionAttacks,
  money: moneyAttacks,
  "the same request": sameRequestAttacks,
  commission: referralAttacks,
  "a race that closes": closedRaceAttacks,
  "admins and the house": adminAttacks,
  "what admins leave behind": auditedWriteAttacks,
  texts: injectionAttacks,
  referrers: referrerAttacks,
  sockets: socketAttacks,
  chat: chatAttacks,
  emotes: emoteAttacks,
  "the embedded chain": rpcAttacks,
  "the wire": wireAttacks,
  "books that differ": reconciliationAttacks,
  "outside local mode": outsideAttacks,
  "what became known": secretsAttacks,
};

describe.each(Object.entries(chapters))("%s", (_title, attacks) => {
  attacks(() => fixture);
});
