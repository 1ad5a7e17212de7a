let underWay = 0;

/** Whether this page is making a deposit, whose result it shows itself. */
export const isDepositing = (): boolean => underWay > 0;

export async function whileDepositing<T>(deposit: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await deposit();
  } finally {
    underWay -= 1;
  }
}

/** The part of a deposit that waits for the wallet, which may never answer: until then nothing is under way. */
export async function whileWalletAsks<T>(sign: () => Promise<T>): Promise<T> {
  underWay -= 1;
  try {
    return await sign();
  } finally {
    underWay += 1;
  }
}
