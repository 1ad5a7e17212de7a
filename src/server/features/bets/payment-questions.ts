import { refuse, type Result } from "../../../domain/result.ts";

/** Players' requests about payments that have not been seen on the chain yet (rule LIMITS-13). */
export interface PaymentQuestions {
  /**
   * Asks once for all concurrent requests about the same signature. Refused while the wallet already waits for the
   * maximum number of other answers.
   */
  ask<Answer extends Result<unknown, string>>(
    question: { readonly signature: string; readonly wallet: string },
    search: () => Promise<Answer>,
  ): Promise<Answer | ReturnType<typeof tooMany>>;
}

const MAX_OPEN_OF_A_WALLET = 5;

export function paymentQuestions(): PaymentQuestions {
  const searches = new Map<string, Promise<unknown>>();
  const openOf = new Map<string, number>();
  return {
    async ask<Answer>(
      { signature, wallet }: { signature: string; wallet: string },
      search: () => Promise<Answer>,
    ) {
      const underWay = searches.get(signature);
      if (underWay) return underWay as Promise<Answer>;
      const open = openOf.get(wallet) ?? 0;
      if (open >= MAX_OPEN_OF_A_WALLET) return tooMany();
      openOf.set(wallet, open + 1);
      const searching = search();
      searches.set(signature, searching);
      try {
        return await searching;
      } finally {
        searches.delete(signature);
        const left = (openOf.get(wallet) ?? 1) - 1;
        if (left > 0) openOf.set(wallet, left);
        else openOf.delete(wallet);
      }
    },
  };
}

const tooMany = () =>
  refuse("RATE_LIMITED", { message: "Please wait until your other payments have been looked for" });
