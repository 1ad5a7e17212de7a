import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { lamports, type Lamports } from "../../../domain/lamports.ts";
import { formatSol, parseSol } from "../../../domain/sol-amount.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { useAttempts } from "../../foundation/lib/attempts.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { refetchBalance } from "../../foundation/lib/balance.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { AmountField } from "../../foundation/ui/amount-field.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { payoutWords } from "./words.en.ts";

/** The smallest withdrawal until the server has named its own. */
const DEFAULT_MINIMUM = lamports(10_000_000n);

/** Sends what the game holds for the player to the player's wallet. */
export function WithdrawForm({ balance }: { readonly balance: Lamports }) {
  const minimum = useRuntime()?.minWithdrawal ?? DEFAULT_MINIMUM;
  const { t, sol } = useWords(payoutWords);
  const [text, setText] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const amount = parseSol(text);
  const isAllowed = amount.ok && amount.value >= minimum && amount.value <= balance;

  const attempts = useAttempts();
  const withdrawal = useMutation({
    mutationFn: (value: Lamports) => fetchApi("withdraw", { body: { amount: value } }, attempts),
    onSuccess: () => {
      toast.good(t("withdrawRequested"));
      setText("");
    },
    onError: (error) => setComplaint(errorText(error, t("withdrawFailed"))),
    onSettled: refetchBalance,
  });

  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setComplaint(null);
        if (amount.ok && isAllowed) withdrawal.mutate(amount.value);
      }}
    >
      <div className="flex gap-2">
        <AmountField
          label={t("amountToWithdraw")}
          value={text}
          onChange={setText}
          placeholder="0.0"
          className="min-h-11 min-w-0 flex-1 bg-bg px-3"
          textSize="text-base max-tablet:text-[1rem]"
        >
          <button
            type="button"
            onClick={() => setText(formatSol(balance))}
            className="min-h-11 px-2 text-sm font-bold text-accent"
          >
            {t("all")}
          </button>
        </AmountField>
        <Button type="submit" disabled={!isAllowed || withdrawal.isPending}>
          {t("withdraw")}
        </Button>
      </div>
      <p className="text-sm text-muted">{t("toYourWallet", { amount: sol(minimum) })}</p>
      {complaint !== null && (
        <p role="alert" className="text-sm text-bad">
          {complaint}
        </p>
      )}
    </form>
  );
}
