/** The wallet did not do what it was asked: its owner declined, or it failed. */
export class WalletFailure extends Error {
  override readonly name = "WalletFailure";
  readonly declined: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "The wallet gave no reason.", { cause });
    this.declined = isDeclined(cause);
  }
}

/** 4001 is the code of EIP-1193 that Solana's wallets use too; some only say so in words. */
function isDeclined(cause: unknown): boolean {
  if (typeof cause !== "object" || cause === null) return false;
  if ("code" in cause && cause.code === 4001) return true;
  return cause instanceof Error && /reject|declin|cancel|denied/i.test(cause.message);
}

/** Runs one request to the wallet; whatever it throws becomes a {@link WalletFailure}. */
export async function askWallet<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new WalletFailure(error);
  }
}
