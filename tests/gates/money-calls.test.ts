import { describe, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";

/** Calls that write and move no money; a call that does takes an idempotency key. */
const movesNoMoney = new Set<string>([
  // Who is calling, and what they see
  "createSignInNonce",
  "endSessions",
  "verifySignIn",
  "signOut",
  "createStepUpNonce",
  "verifyStepUp",
  "becomeLocalAdmin",
  "createUser",
  "updateUsername",
  "setPrivacy",
  "setPresets",
  "setActiveTitle",
  "setLimits",
  "acceptNotice",
  "takeBreak",
  "markNotificationsRead",
  "clearNotifications",
  "markAnnouncementsSeen",
  "requestLiabilities",
  // Prepares a payment that the account pays once, or not
  "prepareBetAction",
  // Says under which terms the repeat goes on; said twice, the second changes nothing
  "resumeRepeat",
  // Ends what would place bets; without a running repeat it changes nothing
  "stopRepeat",
  // Chat
  "resolveChatReport",
  "blockInChat",
  "unblockInChat",
  // Players and content, by an admin
  "muteUser",
  "unmuteUser",
  "banUser",
  "unbanUser",
  "chatUnbanUser",
  "setUsername",
  "setReferrer",
  "getReferralProfile",
  "setChatModerator",
  "setRoles",
  "saveHorse",
  "archiveHorse",
  "deleteHorse",
  "orderSpecialRaces",
  "createAnnouncement",
  "changeAnnouncement",
  "deleteAnnouncement",
  "createTitle",
  "deleteTitle",
  "assignTitle",
  "unassignTitle",
  "createEmoteGroup",
  "setEmoteGroupActive",
  "deleteEmoteGroup",
  "assignEmoteGroup",
  "unassignEmoteGroup",
  "uploadEmote",
  "bumpEmote",
  "deleteEmote",
  "rejectRequest",
  // The house's keys; a restored house books what its wallets hold, once
  "initializeHouse",
  "unlockHouse",
  "lockHouse",
  "changeMasterPassword",
  "addPrivateKeys",
  "retireHouseWallet",
  "exportHouseWallets",
  "restoreHouseWallets",
  "resumePayments",
]);

const writes = (Object.entries(api) as [string, Endpoint][]).filter(([, { method }]) => method !== "GET");

describe("a call that writes", () => {
  it.each(writes)(
    "IDEM-1 %s takes an idempotency key or is listed as one that moves no money",
    (name, call) => {
      expect(call.movesMoney === true).toBe(!movesNoMoney.has(name));
    },
  );

  it("is listed only if it exists", () => {
    const names = new Set(writes.map(([name]) => name));
    expect([...movesNoMoney].filter((name) => !names.has(name))).toEqual([]);
  });

  it("IDEM-1 and takes a key requires a session, without which there is no wallet that the key belongs to", () => {
    const anybody = writes.filter(([, { access, movesMoney }]) => movesMoney && access === "public");
    expect(anybody).toEqual([]);
  });
});
