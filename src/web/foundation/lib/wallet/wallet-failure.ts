interface WalletRequest {
  /** The request may have reached the chain although the wallet failed. */
  readonly maySend?: boolean;
}

/** The wallet did not do what it was asked to do: its owner declined, or it failed. */
export class WalletFailure extends Error {
  override readonly name = "WalletFailure";
  readonly declined: boolean;
  /** A wallet that sends payments itself can fail after having sent one. */
  readonly mayHaveSent: boolean;

  constructor(cause: unknown, { maySend = false }: WalletRequest = {}) {
    super(messageOf(cause) ?? "The wallet gave no reason.", { cause });
    this.declined = isDeclined(cause);
    this.mayHaveSent = maySend && !this.declined;
  }
}

/** Runs one request to the wallet; whatever it throws becomes a {@link WalletFailure}. */
export async function askWallet<T>(ask: () => Promise<T>, request: WalletRequest = {}): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new WalletFailure(error, request);
  }
}

/** Whether an error says that the owner of the wallet declined, rather than that something broke. */
export const isDeclinedByOwner = (error: unknown): boolean =>
  error instanceof WalletFailure && error.declined;

/** 4001 is EIP-1193's code, which Solana's wallets use too; 5000 to 5002 are WalletConnect's. */
const DECLINE_CODES: readonly unknown[] = [4001, 5000, 5001, 5002, "ACTION_REJECTED"];
/** Names with which the wallet adapters of older wallets report that their window was closed. */
const DECLINE_NAMES = ["WalletWindowClosedError"];

/** Messages that name who declined: "User rejected the request", "Cancelled by user". */
const NAMES_THE_OWNER = [
  /\b(user|owner)\b.*\b(reject|declin|cancel|deni|deny|disapprov|abort|clos)/i,
  /\b(reject|declin|cancel|deni|disapprov|abort|clos)\w*\b.*\bby (the )?(user|owner)\b/i,
];
/** The whole message says only that it was declined: "Approval Denied", "sign request declined". */
const ONLY_DECLINES =
  /^((sign|signing|signature|transaction|message|connection|approval|authorization|request|popup|window|plugin)\s+)*((was|has been)\s+)?(reject|declin|cancel|deni|clos)\w*\W*$/i;

/** Wallets nest errors in errors, under `cause` or, in the adapters, under `error`. */
const DEEPEST = 4;

function isDeclined(error: unknown, depth = 0): boolean {
  if (depth > DEEPEST || error === undefined || error === null) return false;
  const { code, name, error: wrapped, cause } = fieldsOf(error);
  if (DECLINE_CODES.includes(code) || DECLINE_NAMES.some((known) => known === name)) return true;
  const said = messageOf(error)?.replace(/^(\w*Error:\s*)+/, "") ?? "";
  if (NAMES_THE_OWNER.some((pattern) => pattern.test(said))) return true;
  // JSON-RPC uses negative codes for failures: -32003, "Transaction rejected", is the network's refusal.
  if (ONLY_DECLINES.test(said) && !(typeof code === "number" && code <= -32_000)) return true;
  return isDeclined(wrapped, depth + 1) || isDeclined(cause, depth + 1);
}

function messageOf(error: unknown): string | undefined {
  const message = typeof error === "string" ? error : fieldsOf(error).message;
  return typeof message === "string" && message !== "" ? message : undefined;
}

type ErrorField = "code" | "name" | "message" | "error" | "cause";
type ErrorFields = Readonly<Partial<Record<ErrorField, unknown>>>;

/** Wallets may throw something that is not an Error. */
const fieldsOf = (error: unknown): ErrorFields =>
  typeof error === "object" && error !== null ? (error as ErrorFields) : {};
