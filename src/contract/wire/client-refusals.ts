export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 451 | 500 | 503;

export interface Refusal {
  readonly status: RefusalStatus;
  readonly text: string;
}

/** Refusals that a page also produces itself: before it asks the server, or when the server does not answer. */
export const clientRefusals = {
  INVALID_INPUT: { status: 400, text: "The request is not valid" },
  INVALID_WALLET: { status: 400, text: "This is not a wallet address" },
  RATE_LIMITED: { status: 429, text: "Too many requests. Please wait a moment." },
  INTERNAL_ERROR: { status: 500, text: "Something went wrong" },
  UNAVAILABLE: { status: 503, text: "The service is not available. Please try again." },
  USERNAME_REQUIRED: { status: 400, text: "Username is required" },
  USERNAME_TOO_SHORT: { status: 400, text: "Username must be at least 3 characters" },
  USERNAME_TOO_LONG: { status: 400, text: "Username must be less than 20 characters" },
  USERNAME_INVALID: { status: 400, text: "Username may hold only letters, digits, _, - and ." },
  USERNAME_RESERVED: { status: 400, text: "This username is reserved for the house" },
  PRESETS_INVALID: { status: 400, text: "All amounts must be positive numbers" },
  BETTING_CLOSED: { status: 409, text: "Betting is currently closed. Wait for the next race." },
  BET_INPUT_MISSING: { status: 400, text: "Please select a horse and enter a bet amount" },
  INVALID_BET_AMOUNT: { status: 400, text: "Please enter a valid bet amount" },
  BET_TOO_SMALL: { status: 400, text: "The bet is below the minimum" },
  BET_TOO_LARGE: { status: 400, text: "The bet is above the maximum" },
  ALREADY_BET: { status: 409, text: "You have already placed a bet on this race" },
  INVALID_AMOUNT: { status: 400, text: "Please enter a valid amount" },
  CHAT_MESSAGE_EMPTY: { status: 400, text: "The message is empty" },
  CHAT_MESSAGE_TOO_LONG: { status: 400, text: "The message must be at most 50 characters" },
} as const satisfies Record<string, Refusal>;

export type ClientRefusalCode = keyof typeof clientRefusals;
