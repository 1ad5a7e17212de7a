import { signedLamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chip, Sol } from "../kit/bits.tsx";
import type { House } from "./house.ts";
import { walletsWords } from "./words.en.ts";

type Balance = House["balances"][number];

/** What each kind of wallet holds according to the books, next to the chain. */
export function Balances({ house }: { readonly house: House }) {
  const { t } = useWords(walletsWords);
  return (
    <ul aria-label={t("balances")} className="grid gap-3 tablet:grid-cols-3">
      {house.balances.map((balance) => (
        <li key={balance.wallet_type} className="panel min-w-0 px-4 py-3">
          <BalanceOfKind balance={balance} onChain={heldOnChain(house, balance.wallet_type)} />
        </li>
      ))}
    </ul>
  );
}

/** Null when the chain did not report the balance of every wallet. */
function heldOnChain({ wallets }: House, kind: Balance["wallet_type"]): bigint | null {
  let total = 0n;
  for (const { type, onChainBalance } of wallets) {
    if (type !== kind) continue;
    if (onChainBalance === null) return null;
    total += onChainBalance;
  }
  return total;
}

interface BalanceOfKindProps {
  readonly balance: Balance;
  readonly onChain: bigint | null;
}

function BalanceOfKind({ balance, onChain }: BalanceOfKindProps) {
  const { t, sol, signedSol } = useWords(walletsWords);
  const difference = onChain === null ? null : signedLamports(onChain - balance.total_balance);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-base">
          {t(balance.wallet_type)}{" "}
          <span className="font-(family-name:--font-ui) text-xs font-medium text-muted">
            {t("walletCount", { count: balance.wallet_count })}
          </span>
        </h2>
        {difference === null ? (
          <Chip tone="plain">{t("chainSilent")}</Chip>
        ) : difference === 0n ? (
          <Chip tone="good">{t("match")}</Chip>
        ) : (
          <Chip tone="warn">{t("chainDiffers", { amount: signedSol(difference) })}</Chip>
        )}
      </div>
      <p translate="no" className="figure my-1 text-xl" title={`${sol(balance.total_balance)} SOL`}>
        <Sol amount={balance.total_balance} /> <span className="text-xs text-muted">{t("solInBooks")}</span>
      </p>
      <dl className="flex flex-wrap gap-x-4 text-xs">
        {(["received", "sent"] as const).map((direction) => (
          <div key={direction} className="flex gap-1.5">
            <dt className="text-muted">{t(direction)}</dt>
            <dd className="font-bold">
              <Sol amount={balance[`total_${direction}`]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
