/*
 * Every field that a person types in or chooses from, by the file of its form in src/web/features: the call that sends
 * it, and values that the form does not send. Written by hand and without the contract, whose own limits it therefore
 * tests.
 */

const blank = ["", " ", "\u3000", "\u0301", "\u2800", "\u200b"];
const invisible = ["a\u200bb", "a\u202eb", "a\u0007b", "a\u{e0041}b", "a\u00adb", "a\u0000b", "a\ud800b"];
const line = (most: number) => [...blank, ...invisible, "a\nb", "x".repeat(most + 1), 5, null];
const prose = (most: number) => [...invisible, "x".repeat(most + 1), 5];
const whole = (least: number, most: number) => [least - 1, most + 1, least + 0.5, String(least), "x"];
const amount = (...refused: unknown[]) => [...refused, -1, "1e3", "x", "", 0.0000000001, 2 ** 24];
const above0 = (...refused: unknown[]) => amount(0, "0", ...refused);
const choice = ["nothing", 1, null];
const yesOrNo = ["true", 1, null];
const address = ["", " ", "somebody", "1".repeat(33), 5, null];
const time = ["tomorrow", "2026-11-28", 5, "+275760-09-13T00:00:00.000Z"];
const password = ["", "x".repeat(257), 5, null];
const username = ["", " ", "ab", "x".repeat(21), "a b", "a\u200bb", "---", 5, null];

/** `self`: the caller's own address. */
type Value = (self: string) => unknown;
export interface Form {
  /** The component in src/web/features. */
  readonly file: string;
  readonly call: string;
  /** What the path names. */
  readonly params?: Readonly<Record<string, string | Value>>;
  /** A body that is not refused with 400. */
  readonly body: Readonly<Record<string, unknown>>;
  /** This body is refused too: there is no node at its URL. */
  readonly isRefused?: true;
  /** By the name on the wire. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
}

const wallet = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
const masterPassword = "Correct horse battery 1!";
const id = "n-1";
const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const reason = prose(500);
const own: Value = (self) => self;

export const forms: readonly Form[] = [
  {
    file: "admin/horses/horse-form.tsx",
    call: "saveHorse",
    body: { name: "Fresh Start", color: "#12ABEF", description: "New" },
    refused: { name: line(40), color: ["red", "#12", "#12ABEG", "", 5], description: prose(300) },
  },
  {
    file: "admin/horses/change-lane.tsx",
    call: "saveHorse",
    body: { id: 1, lane: 1 },
    refused: { lane: whole(1, 6) },
  },
  {
    file: "admin/titles/titles-tab.tsx",
    call: "createTitle",
    body: { name: "Early Bird", slug: "early-bird" },
    refused: { name: line(40), slug: ["", "A", "a--b", "-a", "a-", "a b", "é", "x".repeat(41), 5, null] },
  },
  {
    file: "admin/titles/titles-tab.tsx",
    call: "assignTitle",
    body: { walletAddress: wallet, titleId: id },
    refused: { walletAddress: address, titleId: ["", "A B", null] },
  },
  {
    file: "admin/emotes/emotes-tab.tsx",
    call: "createEmoteGroup",
    body: { name: "Party", scope: "global" },
    refused: { name: line(40), scope: choice },
  },
  {
    file: "admin/emotes/group-dates.tsx",
    call: "createEmoteGroup",
    body: { name: "Winter", scope: "holiday", starts_at: "2026-12-01T00:00:00.000Z" },
    refused: { starts_at: time, ends_at: [...time, "2026-11-30T00:00:00.000Z", "2026-12-01T00:00:00.000Z"] },
  },
  {
    file: "admin/emotes/upload-emote.tsx",
    call: "uploadEmote",
    body: { groupId: id, shortcode: "gallop", fileName: "a.png", dataUrl: picture },
    refused: {
      shortcode: ["", "a", "a b", "é!", "a\u200bb", "x".repeat(33), 5, null],
      dataUrl: ["", "x", "data:image/gif;base64,AAAA", `data:image/png;base64,${"A".repeat(1_000_000)}`],
    },
  },
  {
    file: "admin/emotes/assign-group.tsx",
    call: "assignEmoteGroup",
    body: { walletAddress: wallet, groupId: id },
    refused: { walletAddress: address, groupId: ["", "A B", null], enabled: ["true", 1, null] },
  },
  {
    file: "admin/announcements/announcement-form.tsx",
    call: "createAnnouncement",
    body: {
      title: "News",
      segment: "specific",
      target_wallets: [wallet],
      starts_at: "2030-12-01T00:00:00.000Z",
    },
    refused: {
      title: line(120),
      body: prose(2_000),
      segment: choice,
      priority: whole(-1_000, 1_000),
      target_wallets: [[], ["x"], "x", Array.from({ length: 1_001 }, () => wallet)],
      starts_at: time,
      ends_at: [...time, "2030-11-30T00:00:00.000Z", "2030-12-01T00:00:00.000Z"],
      active: yesOrNo,
    },
  },
  {
    file: "admin/special/create-special-race.tsx",
    call: "createSpecialRace",
    body: { raceType: "classic", houseEdge: 5, jackpotAmount: 0, minBets: 2, countdownSeconds: 30 },
    refused: {
      raceType: choice,
      houseEdge: [-0.1, 100.1, 2.55, "5", null],
      jackpotAmount: amount(0.001, "0.015"),
      minBets: whole(1, 1_000),
      countdownSeconds: whole(10, 3_600),
      reason,
    },
  },
  {
    file: "admin/wallets/manual-transfer.tsx",
    call: "transferManually",
    body: { masterPassword, playerWallet: wallet, amount: 1 },
    refused: { playerWallet: address, amount: above0(0.0001, "0.0015"), reason },
  },
  {
    file: "admin/wallets/refill-dialog.tsx",
    call: "refillHotWallet",
    body: { masterPassword, amount: 1 },
    refused: { amount: above0(0.0001, "0.0015"), reason },
  },
  {
    file: "admin/wallets/add-wallets-dialog.tsx",
    call: "addPrivateKeys",
    body: { masterPassword, batchSize: 1, kind: "deposit" },
    refused: { batchSize: whole(1, 50), kind: choice },
  },
  {
    file: "admin/wallets/resume-dialog.tsx",
    call: "resumePayments",
    body: { masterPassword },
    refused: { reason },
  },
  {
    file: "admin/kit/password-field.tsx",
    call: "unlockHouse",
    body: { masterPassword },
    refused: { masterPassword: password },
  },
  {
    file: "admin/wallets/initialise-form.tsx",
    call: "initializeHouse",
    body: { masterPassword, confirmPassword: masterPassword },
    refused: {
      masterPassword: password,
      confirmPassword: ["", "Correct horse battery 2!", null],
    },
  },
  {
    file: "admin/wallets/change-password-dialog.tsx",
    call: "changeMasterPassword",
    body: { masterPassword, newPassword: masterPassword, confirmPassword: masterPassword },
    refused: { newPassword: password, confirmPassword: ["", "Correct horse battery 2!", null] },
  },
  {
    file: "admin/users/balance-part.tsx",
    call: "setBalance",
    body: { walletAddress: wallet, expectedBalance: 0, newBalance: 1 },
    refused: { newBalance: amount(0), reason },
  },
  {
    file: "admin/users/user-form.tsx",
    call: "setUsername",
    body: { walletAddress: wallet, newUsername: "somebody" },
    refused: { newUsername: username, reason },
  },
  {
    file: "admin/users/user-form.tsx",
    call: "setReferrer",
    body: { walletAddress: wallet, referrer: wallet },
    refused: { referrer: ["", " ", "x".repeat(65), 5], reason },
  },
  {
    file: "admin/users/remove-referrer.tsx",
    call: "setReferrer",
    body: { walletAddress: wallet, referrer: null },
    refused: { reason },
  },
  {
    file: "admin/users/user-form.tsx",
    call: "setRoles",
    body: { walletAddress: wallet, isPartner: true },
    refused: { isStreamer: yesOrNo, isPartner: yesOrNo, isAdmin: yesOrNo, reason },
  },
  {
    file: "admin/users/user-form.tsx",
    call: "setChatModerator",
    body: { walletAddress: wallet, isModerator: false },
    refused: { isModerator: yesOrNo, reason },
  },
  {
    file: "admin/users/admins.tsx",
    call: "setRoles",
    body: { walletAddress: wallet, isPartner: true },
    refused: { walletAddress: address },
  },
  {
    file: "admin/users/restrictions.tsx",
    call: "muteUser",
    body: { walletAddress: wallet, duration: 24 },
    refused: { duration: whole(1, 8_760), reason },
  },
  {
    file: "admin/races/race-bets.tsx",
    call: "refundBet",
    body: { betId: "b-1" },
    refused: { reason },
  },
  {
    file: "admin/races/refund-all.tsx",
    call: "refundRace",
    body: { raceId: "race-1" },
    refused: { reason },
  },
  {
    file: "admin/approvals/decision-dialog.tsx",
    call: "rejectRequest",
    params: { id },
    body: {},
    refused: { reason },
  },
  {
    file: "admin/overview/attention.tsx",
    call: "updateSetting",
    body: { settingKey: "site_maintenance_enabled", settingValue: "false" },
    refused: { description: reason },
  },
  {
    file: "admin/themes/themes-tab.tsx",
    call: "updateSetting",
    body: { settingKey: "theme", settingValue: "main-prime" },
    refused: { settingValue: ["bright", "", null], description: reason },
  },
  {
    file: "admin/settings/setting-control.tsx",
    call: "updateSetting",
    body: { settingKey: "house_edge", settingValue: "5" },
    refused: { settingValue: ["5.55", "101", "-1", "", "x".repeat(4_097), null], description: reason },
  },
  {
    file: "admin/settings/setting-control.tsx",
    call: "updateSetting",
    body: { settingKey: "race_type_weights", settingValue: '{"classic":1}' },
    refused: { settingValue: ['{"classic":0.5}', '{"classic":101}', '{"classic":0}', '{"other":1}', "[]"] },
  },
  {
    file: "admin/settings/rpc-url-setting.tsx",
    call: "updateSetting",
    body: { settingKey: "rpc_url_devnet", settingValue: "https://node.example/" },
    isRefused: true,
    refused: {
      settingValue: ["", "node", "ftp://node.example/", "https://a:b@node.example/"],
      description: reason,
    },
  },
  {
    file: "players/create-profile-dialog.tsx",
    call: "createUser",
    body: { username: "somebody_new" },
    refused: { username },
  },
  {
    file: "players/username-editor.tsx",
    call: "updateUsername",
    params: { wallet: own },
    body: { username: "somebody_else" },
    refused: { username },
  },
  {
    file: "bets/presets/presets-dialog.tsx",
    call: "setPresets",
    params: { wallet: own },
    body: { presets: [1, 2, 3, 4] },
    refused: { presets: [[1, 2, 3], [1, 2, 3, 0], [1, 2, 3, -1], [1, 2, 3, "x"], "x", null] },
  },
  {
    file: "bets/bet-panel.tsx",
    call: "prepareBet",
    params: { id: "race-1" },
    body: { horseId: 1, amount: 1 },
    refused: { amount: above0(null), horseId: [0, 1.5, "1", null], from: choice },
  },
  {
    file: "bets/repeats/repeat-dialog.tsx",
    call: "startRepeat",
    body: { horse: "favourite", amount: 1, races: 5, stopAtLoss: 5 },
    refused: {
      horse: ["chosen", 1, { id: 0 }, null],
      amount: above0(null),
      races: whole(1, 50),
      stopAtLoss: above0(null),
    },
  },
  {
    file: "bets/deposits/deposit-dialog.tsx",
    call: "prepareDeposit",
    body: { amount: 1 },
    refused: { amount: above0(null) },
  },
  {
    file: "payouts/withdraw-form.tsx",
    call: "withdraw",
    body: { amount: 1 },
    refused: { amount: above0(null, 0.0099) },
  },
  {
    file: "own-limits/limit-row.tsx",
    call: "setLimits",
    params: { wallet: own },
    body: { stakeDay: 1 },
    refused: { stakeDay: above0(), stakeWeek: above0(), lossDay: above0(), lossWeek: above0() },
  },
  {
    file: "own-limits/reminder-row.tsx",
    call: "setLimits",
    params: { wallet: own },
    body: { reminder: 60 },
    refused: { reminder: whole(5, 1_440) },
  },
  {
    file: "own-limits/break-dialog.tsx",
    call: "takeBreak",
    params: { wallet: own },
    body: { days: 1 },
    refused: { days: whole(1, 30), exclude: whole(6, 120) },
  },
];
