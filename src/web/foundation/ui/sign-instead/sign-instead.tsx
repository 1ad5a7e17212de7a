import {
  canSignMessages,
  canSignTransactions,
  type SigningMethod,
  signsUnsent,
} from "../../lib/wallet/signing-method.ts";
import { useWallet } from "../../lib/wallet/wallet-store.ts";
import { useWords } from "../../words/use-words.ts";
import { Button } from "../button.tsx";
import { signInsteadWords } from "./words.en.ts";

interface SignInsteadProps {
  readonly disabled: boolean;
  readonly onSign: (method: SigningMethod) => void;
}

/**
 * After the wallet did not sign a text: the same text once more, in a transaction that is never sent instead of as a
 * message, or the reverse (rule IDENTITY-8). Nothing where the wallet has only one way.
 */
export function SignInstead({ disabled, onSign }: SignInsteadProps) {
  const { wallet, account } = useWallet();
  const { t } = useWords(signInsteadWords);
  if (wallet === null || account === null) return null;
  if (!canSignMessages(wallet) || !canSignTransactions(wallet)) return null;
  const method = signsUnsent(wallet, account) ? "message" : "transaction";
  return (
    <div className="mt-3 flex flex-col gap-3">
      {method === "transaction" && <p className="text-sm text-muted">{t("whyTransaction")}</p>}
      <Button className="min-h-11" disabled={disabled} onClick={() => onSign(method)}>
        {t(method)}
      </Button>
    </div>
  );
}
