import { clientRefusals, type Refusal } from "./client-refusals.ts";

/**
 * Every expected refusal: a stable code, the HTTP status it is answered with, and the text that people read.
 * The texts of the specification are here word for word.
 */
export const refusals = {
  ...clientRefusals,

  // Who is calling
  NOT_SIGNED_IN: { status: 401, text: "Please connect your wallet and sign in" },
  NONCE_INVALID: { status: 401, text: "The sign-in request is unknown, used or expired. Please try again." },
  SIGNATURE_INVALID: { status: 401, text: "The signature does not match the sign-in message" },
  WRONG_WALLET: { status: 403, text: "The named wallet is not the one signed in" },
  STEP_UP_REQUIRED: { status: 403, text: "Please confirm this with your wallet first" },
  NOT_ADMIN: { status: 403, text: "You do not have admin access" },
  NOT_MODERATOR: { status: 403, text: "You do not have moderator access" },
  BANNED: { status: 403, text: "This wallet is banned" },
  MUTED: { status: 403, text: "You are muted" },
  ORIGIN_NOT_ALLOWED: { status: 403, text: "Calls from this site are not allowed" },

  // The request as such
  INVALID_JSON: { status: 400, text: "The request body is not valid JSON" },
  NOT_FOUND: { status: 404, text: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, text: "This path does not support that method" },
  REQUEST_TIMEOUT: { status: 408, text: "The request took too long" },
  TOO_LARGE: { status: 413, text: "The request is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: "The request body must be JSON" },
  NOT_BUILT: { status: 501, text: "This call is not available yet" },
  CHAIN_UNAVAILABLE: { status: 503, text: "The Solana network does not answer. Please try again." },
  NOT_READY: { status: 503, text: "The service is not ready" },
  MAINTENANCE: { status: 503, text: "The game is under maintenance" },

  // Profiles
  USERNAME_TAKEN: { status: 409, text: "This username is taken" },
  PROFILE_NOT_FOUND: { status: 404, text: "No profile for this wallet" },
  PROFILE_EXISTS: { status: 409, text: "This wallet already has a profile" },
  PROFILE_REQUIRED: { status: 403, text: "Please create your profile first" },
  NOT_A_STREAMER: { status: 403, text: "Only streamers can change this setting" },
  REFERRER_UNKNOWN: { status: 400, text: "The referrer is not known" },
  REFERRER_SELF: { status: 400, text: "You cannot refer yourself" },

  // Races and bets
  RACE_NOT_FOUND: { status: 404, text: "Race not found" },
  SEED_NOT_REVEALED: { status: 409, text: "The server seed is revealed when the race is over" },
  RACE_NOT_STARTED: { status: 409, text: "The race has not started" },
  HORSE_NOT_IN_RACE: { status: 400, text: "This horse does not run in this race" },
  NOTICE_REQUIRED: { status: 403, text: "Please confirm first that you are old enough to bet" },
  NOTICE_CHANGED: { status: 409, text: "This notice has changed. Please read it again." },
  COUNTRY_BLOCKED: {
    status: 451,
    text: "Betting is not offered in your country. You can withdraw as before.",
  },
  ON_BREAK: { status: 403, text: "You are on a break from betting" },
  BREAK_SHORTER: { status: 409, text: "You are already on a longer break, which nobody can shorten" },
  STAKE_LIMIT_REACHED: { status: 409, text: "This bet exceeds your own stake limit" },
  LOSS_LIMIT_REACHED: { status: 409, text: "This bet exceeds your own loss limit" },
  BET_NOT_FOUND: { status: 404, text: "Bet not found" },
  BET_EXPIRED: { status: 409, text: "The prepared bet has expired. Please place it again." },
  TRANSACTION_INVALID: { status: 400, text: "The signed transaction is not valid" },
  TRANSACTION_NOT_YOURS: { status: 400, text: "The signed transaction is not the one prepared for this bet" },
  PAYMENT_NOT_SEEN: { status: 409, text: "The payment has not been seen on the chain yet" },
  PAYMENT_MISMATCH: { status: 409, text: "The transaction does not pay for this bet" },
  PAYMENT_FAILED: { status: 409, text: "The transaction failed on the chain" },
  SIGNATURE_USED: { status: 409, text: "This transaction has already been counted" },
  BET_CREDITED: {
    status: 409,
    text: "The payment came too late for this race and was credited to your balance",
  },

  // Balance and withdrawals
  INSUFFICIENT_BALANCE: { status: 409, text: "Your balance is too low" },
  DEPOSIT_TOO_SMALL: { status: 400, text: "The amount is below the minimum deposit" },
  WITHDRAWAL_TOO_SMALL: { status: 400, text: "The amount is below the minimum withdrawal" },
  NOTHING_TO_CLAIM: { status: 409, text: "The claimable amount is below the minimum withdrawal" },
  BOOKS_DIFFER: { status: 409, text: "Books and chain differ. Please explain that to resume." },
  PAYMENTS_HALTED: { status: 503, text: "Outgoing payments are halted until the books are checked" },

  // Titles, announcements, emotes, chat
  TITLE_NOT_FOUND: { status: 404, text: "Title not found" },
  TITLE_LOCKED: { status: 403, text: "You have not unlocked this title" },
  TITLE_EXISTS: { status: 409, text: "A title with this slug already exists" },
  ANNOUNCEMENT_NOT_FOUND: { status: 404, text: "Announcement not found" },
  EMOTE_NOT_FOUND: { status: 404, text: "Emote not found" },
  EMOTE_GROUP_NOT_FOUND: { status: 404, text: "Emote group not found" },
  EMOTE_GROUP_EXISTS: { status: 409, text: "An emote group with this name already exists" },
  EMOTE_EXISTS: { status: 409, text: "An emote with this shortcode already exists" },
  EMOTE_IMAGE_INVALID: { status: 400, text: "The image must be a png or webp within the limits" },
  CHAT_MESSAGE_NOT_FOUND: { status: 404, text: "Message not found" },
  ROOM_NOT_FOUND: { status: 404, text: "Room not found" },
  CHAT_BANNED: { status: 403, text: "You are banned from the chat" },
  CHAT_SLOW_MODE: { status: 429, text: "Slow mode is on. Please wait a moment." },
  CHAT_REPORT_OWN: { status: 400, text: "You cannot report your own message" },
  CHAT_REPORT_EXISTS: { status: 409, text: "You have already reported this message" },
  CHAT_REPORT_NOT_FOUND: { status: 404, text: "Nobody has reported this message" },
  CHAT_REPORT_RESOLVED: { status: 409, text: "This report is already resolved" },
  CHAT_BLOCK_SELF: { status: 400, text: "You cannot block yourself" },
  CHAT_BLOCKS_FULL: { status: 409, text: "You cannot block more players" },
  ROOM_NOT_JOINED: { status: 409, text: "Please join the room first" },
  TARGET_PROTECTED: { status: 403, text: "Moderators and admins cannot be muted or banned in chat" },

  // Admin panel
  USER_NOT_FOUND: { status: 404, text: "User not found" },
  HORSE_NOT_FOUND: { status: 404, text: "Horse not found" },
  HORSE_COUNT: { status: 409, text: "A race needs exactly six horses" },
  PAYOUT_NOT_FOUND: { status: 404, text: "Payout not found" },
  PAYOUT_COMPLETED: { status: 409, text: "This payout is completed" },
  SETTING_UNKNOWN: { status: 400, text: "There is no such setting" },
  SETTING_INVALID: { status: 400, text: "This value is not allowed for the setting" },
  SETTING_FIXED: { status: 409, text: "This setting cannot be changed here" },
  RPC_URL_REFUSED: { status: 400, text: "This RPC URL is not allowed" },
  NETWORK_MONEY_OPEN: { status: 409, text: "The network cannot change while money is open" },
  THEME_UNKNOWN: { status: 400, text: "The theme must be main-prime or solana-future" },
  LAST_ADMIN: { status: 409, text: "The last admin cannot be removed" },
  ADMIN_FIXED: { status: 409, text: "This admin is set in the server's environment" },
  APPROVAL_NOT_FOUND: { status: 404, text: "There is no such request" },
  APPROVAL_OWN: { status: 403, text: "Another admin has to approve this" },
  APPROVAL_DECIDED: { status: 409, text: "This request has already been decided" },
  APPROVAL_EXPIRED: { status: 409, text: "This request has expired. Please ask again." },
  APPROVAL_ASKER_GONE: { status: 409, text: "The requester is no longer an admin" },
  APPROVALS_FULL: { status: 409, text: "Too many of your requests are already waiting for approval" },
  BALANCE_CHANGED: { status: 409, text: "The balance has changed. Please check again." },
  BALANCE_HELD: { status: 409, text: "Part of this balance cannot be taken until its payment is final" },
  RACE_REFUNDED: { status: 409, text: "This race is already refunded" },
  BET_REFUNDED: { status: 409, text: "This bet is already refunded" },
  TRANSFER_ENDED: { status: 409, text: "This transfer has failed. Make a new one instead." },
  BET_LOCKED: {
    status: 409,
    text: "Bets cannot be refunded between the close and the settlement of their race",
  },
  BET_WON: { status: 409, text: "A bet that won cannot be refunded" },
  REFUND_NOT_COVERED: { status: 409, text: "House equity does not cover this refund" },
  EQUITY_TOO_LOW: { status: 409, text: "House equity does not cover this amount" },
  SPECIAL_RACE_NOT_FOUND: { status: 404, text: "Special race not found" },
  SPECIAL_RACE_OPENED: { status: 409, text: "This special race is already open" },
  SPECIAL_RACE_CANCELLED: { status: 409, text: "This special race is already cancelled" },
  SPECIAL_RACES_CHANGED: { status: 409, text: "The queue has changed. Please check again." },
  SPECIAL_RACES_FULL: { status: 409, text: "Too many special races are already queued" },
  SPECIAL_EVENTS_DISABLED: { status: 409, text: "Special events are disabled" },
  ALREADY_RESTRICTED: { status: 409, text: "This restriction is already in force" },
  NOT_RESTRICTED: { status: 409, text: "This wallet is not restricted" },

  // House wallets
  MASTER_PASSWORD_REQUIRED: { status: 400, text: "Please enter master password" },
  MASTER_PASSWORD_IN_URL: { status: 400, text: "The master password must not be in the URL" },
  MASTER_PASSWORD_WEAK: {
    status: 400,
    text: "The master password needs at least 16 characters with upper case, lower case, digits and special characters",
  },
  PASSWORDS_DIFFER: { status: 400, text: "Passwords do not match" },
  MASTER_PASSWORD_WRONG: { status: 403, text: "The master password is wrong" },
  HOUSE_LOCKED: { status: 503, text: "The house wallets are locked" },
  HOUSE_NOT_INITIALIZED: { status: 409, text: "The house wallets are not initialized" },
  HOUSE_INITIALIZED: { status: 409, text: "The house wallets are already initialized" },
  HOUSE_HAS_BOOKS: { status: 409, text: "This house has books already" },
  EXPORT_OF_OTHER_NETWORK: { status: 409, text: "The wallets are of another network" },
  EXPORT_KEY_DAMAGED: { status: 400, text: "A key in the export is damaged" },
  WALLETS_STILL_MOVE: { status: 409, text: "The wallets still move" },
  HOUSE_WALLET_NOT_FOUND: { status: 404, text: "There is no such house wallet" },
  LAST_HOUSE_WALLET: {
    status: 409,
    text: "This is the last active wallet of its kind; please add another one first",
  },
  TREASURY_TOO_LOW: { status: 409, text: "No treasury wallet holds this amount" },
  TRANSFER_UNDER_WAY: { status: 409, text: "The same transfer is already on its way" },
  TRANSFER_INPUT_MISSING: { status: 400, text: "Please fill in player wallet and amount" },
} as const satisfies Record<string, Refusal>;

/** The name of a refusal on the wire and in `refuse(code)`. */
export type RefusalCode = keyof typeof refusals;

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);
