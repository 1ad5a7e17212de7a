import { featureDocs } from "../openapi/docs.ts";

export const playersDocs = featureDocs({
  description:
    "Profiles: usernames, figures, privacy, quick-bet amounts; and what admins can change about players.",
  operations: {
    getUser: {
      description: "Figures of a streamer with privacy on are null for everybody else.",
      refuses: ["PROFILE_NOT_FOUND"],
    },
    getUserStats: {
      description:
        "Oldest first; days without a settled bet are left out. `net` is `won` less `wagered`. Null where a streamer's privacy hides the figures.",
      refuses: ["PROFILE_NOT_FOUND"],
    },
    getLastRaces: {
      description:
        "At most five. Bets of play money are marked `testing`; refunded ones are left out, and so are those whose race is not settled. Null where a streamer's privacy hides the figures.",
      refuses: ["PROFILE_NOT_FOUND"],
    },
    updateUsername: {
      description:
        "The last two old names stay reserved for their owner, so that referral links keep working; older ones are free after 90 days. A name that looks like one that is taken is refused with that name as `like` and free ones as `suggestions`.",
      refuses: [
        "PROFILE_NOT_FOUND",
        "USERNAME_CHANGED_LATELY",
        "USERNAME_REQUIRED",
        "USERNAME_TOO_SHORT",
        "USERNAME_TOO_LONG",
        "USERNAME_INVALID",
        "USERNAME_RESERVED",
        "USERNAME_TAKEN",
      ],
    },
    createUser: {
      description: "Once per wallet. The referrer counts from here on and can be changed only by an admin.",
      refuses: [
        "PROFILE_EXISTS",
        "USERNAME_REQUIRED",
        "USERNAME_TOO_SHORT",
        "USERNAME_TOO_LONG",
        "USERNAME_INVALID",
        "USERNAME_RESERVED",
        "USERNAME_TAKEN",
        "REFERRER_UNKNOWN",
        "REFERRER_SELF",
      ],
    },
    setPrivacy: { description: "For streamers only.", refuses: ["PROFILE_NOT_FOUND", "NOT_A_STREAMER"] },
    getPresets: { description: "The amounts of the four quick-bet buttons." },
    setPresets: { description: "Replaces all four.", refuses: ["PROFILE_REQUIRED", "PRESETS_INVALID"] },
    listUsers: {
      description:
        "One page of the players, with roles, restrictions and figures. A cursor continues in the order in which it was issued.",
    },
    getUserDetails: { description: "What the admin panel shows of one player.", refuses: ["USER_NOT_FOUND"] },
    setUsername: {
      description:
        "Any name that the player could take, at any time; the player can change it again after 7 days.",
      refuses: ["USER_NOT_FOUND", "USERNAME_TAKEN"],
    },
    setReferrer: {
      description:
        "Counts from the next settled bet on; what was already earned stays with the previous referrer. Null removes it. An admin's sixth change in 24 hours, and one to the admin's own wallet, wait for another admin.",
      refuses: [
        "USER_NOT_FOUND",
        "REFERRER_UNKNOWN",
        "REFERRER_SELF",
        "REFERRER_CIRCLE",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    listUnprofiledWallets: { description: "One page, in the order of their addresses or as `sort` says." },
    listBannedWallets: { description: "Of several bans of a wallet the longest." },
    getUnprofiledWallet: {
      description: "For any wallet; one that never had a balance here may be mistyped.",
    },
    setBalance: {
      description:
        "Returns the adjustment that was booked, or the `approval` that it waits for. A lower balance takes only what the player could spend now. A wallet without a profile is unknown unless it has ever had a balance.",
      refuses: [
        "USER_NOT_FOUND",
        "BALANCE_CHANGED",
        "INSUFFICIENT_BALANCE",
        "EQUITY_TOO_LOW",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
      ],
    },
    muteUser: { description: "A longer mute replaces a shorter one.", refuses: ["USER_NOT_FOUND"] },
    unmuteUser: { description: "Ends a mute early.", refuses: ["USER_NOT_FOUND"] },
    banUser: {
      description:
        "Takes effect on the next call and within a second on open sockets. A wallet without a profile can be banned too, and then gets none.",
      refuses: ["TARGET_PROTECTED"],
    },
    unbanUser: { description: "Ends a ban early." },
    chatUnbanUser: {
      description: "Ends a moderator's ban from the chat early.",
      refuses: ["USER_NOT_FOUND"],
    },
    setChatModerator: {
      description: "Edits the list in the setting `chat_moderators`.",
      refuses: ["USER_NOT_FOUND"],
    },
    listAdmins: { description: "The oldest first, those of the environment before them." },
    setRoles: {
      description:
        "Takes effect on the next call and within a second on open sockets. A wallet without a profile can be an admin and nothing else. An appointment waits for another admin; only an admin of the environment removes one.",
      refuses: [
        "USER_NOT_FOUND",
        "LAST_ADMIN",
        "ADMIN_FIXED",
        "ADMIN_REMOVAL_RESERVED",
        "APPROVALS_FULL",
        "NO_SECOND_ADMIN",
        "STEP_UP_REQUIRED",
      ],
    },
  },
  fields: {
    banned_by: "Which admin banned it.",
    admins: "Every admin.",
    appointed_at: "Since when; null for a wallet of the environment.",
    appointed_by: "The admin who appointed it; null for a wallet of the environment.",
    "setRoles.user": "Null if the wallet has no profile.",
    "listAdmins.username": { description: "Null without a profile.", example: "silver_streak" },
    active_title: {
      description: "Name of the title that the player wears; null for none.",
      example: "Early Bird",
    },
    adjustment: "The change; null while it waits for another admin.",
    admin: "Whether the player is an admin.",
    adminWallet: "The calling admin: the session's own wallet.",
    balance: "Server balance in SOL; null where it is private.",
    banned: "Whether the player is banned now.",
    banned_until: "End of the ban; null without one.",
    chat_banned_by: "The moderator or admin who gave the chat ban; null without one.",
    chat_banned_until: "End of the ban from the chat; null without one.",
    created_at: "When it was made.",
    current_win_streak:
      "Counted races in a row whose winner the player picked, 0 to 4; null where a streamer hides it.",
    settled_at: "When its race was settled.",
    day: { description: "A day in UTC.", example: "2026-11-23" },
    days: "The days on which bets were settled.",
    flag: {
      description:
        "Only players who are muted or banned now, or who have that role; all when it is left out.",
      example: "banned",
    },
    "listUsers.direction": "Ascending or descending; descending when it is left out.",
    duration: "Hours.",
    enabled: "On or off.",
    isChatModerator: "Whether the player may moderate chat.",
    isPartner: "Whether the player is a partner; left out, it stays.",
    isStreamer: "Whether the player is a streamer; left out, it stays.",
    is_partner: "Whether the player is a partner.",
    is_streamer: "Whether the player is a streamer.",
    message: { description: "Text for people.", example: "Bet Placed Successfully!" },
    muted: "Whether the player is muted now.",
    muted_until: "End of the mute; null without one.",
    newBalance: "The player's new balance.",
    newUsername: { description: "The player's new name.", example: "silver_star" },
    "getUserStats.net": "What was won less what was wagered.",
    new_balance: "Balance after the change.",
    onchain_balance: "SOL in the player's own wallet; null when the chain did not answer.",
    presets: "Four amounts, smallest button first.",
    previous_balance: "Balance before the change.",
    races_played: "Settled races with a bet; null where it is private.",
    races_won: "Settled races whose winner the player backed; null where it is private.",
    reason: { description: "Why, for the audit log.", example: "Asked for by the player" },
    ref_by: { description: "The referrer's username or wallet.", example: "silver_star" },
    referral_earnings: "Commission earned so far; null where it is private.",
    referrer: { description: "A username or a wallet; null for none.", example: "silver_star" },
    "listUsers.search": { description: "The beginning of a username or of a wallet.", example: "silver" },
    "listUsers.sort": {
      description: "What the players are ordered by; the join date when it is left out.",
      example: "balance",
    },
    streamer_privacy_enabled: "Whether the streamer's figures are hidden from others.",
    timestamp: "When it happened.",
    total_wagered: "Stakes of settled bets; null where it is private.",
    total_won: "Payouts of winning bets; null where it is private.",
    "getNotifications.unread": "How many notifications are unread.",
    user: "The player.",
    user_wallet: "The player's wallet; null for a streamer who hides figures.",
    username: { description: "The player's name; null before there is one.", example: "silver_star" },
    username_changeable_at: "From when on the owner may change the name again; null for now, and for others.",
    users: "The players.",
    walletAddress: "The caller's wallet, which must be the session's.",
    wagered: "Stakes of settled bets.",
    wallet_address: "The player's wallet.",
    won: "Payouts of winning bets.",
  },
});
