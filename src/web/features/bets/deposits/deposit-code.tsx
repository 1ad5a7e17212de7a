import { useQuery } from "@tanstack/react-query";
import { encode } from "uqr";
import { depositMemo } from "../../../../domain/memo.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { useAttempts } from "../../../foundation/lib/attempts.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { depositWords } from "./words.en.ts";

/** What readers need around the code, in modules. */
const QUIET_ZONE = 4;

interface DepositCodeProps {
  readonly address: string;
  readonly amount: Lamports;
}

/** A deposit for the app of the same wallet on another device, as a Solana Pay transfer request (rule BET-33). */
export function DepositCode({ address, amount }: DepositCodeProps) {
  const { t, sol } = useWords(depositWords);
  const attempts = useAttempts();
  const request = useQuery({
    queryKey: ["deposit code", address, String(amount)],
    queryFn: () => fetchApi("prepareDeposit", { body: { amount } }, attempts),
    // What is shown stays what was prepared.
    staleTime: Infinity,
    retry: false,
  });
  if (request.isError)
    return (
      <p role="alert" className="text-sm text-bad">
        {t("depositPrepareFailed")}
      </p>
    );
  if (request.data === undefined) return <p className="text-sm text-muted">{t("codePreparing")}</p>;
  const { houseWallet, depositId } = request.data;
  const url = transferRequest({ recipient: houseWallet, amount, memo: depositMemo(depositId) });
  return (
    <figure className="flex flex-col items-center gap-3">
      <a href={url} aria-label={t("codeOpen")} className="rounded-m bg-white p-1">
        <Code text={url} label={t("codeOf", { amount: sol(amount) })} />
      </a>
      <figcaption className="text-sm text-muted">
        {t("codeExplained", { wallet: `${address.slice(0, 4)}…${address.slice(-4)}` })}
      </figcaption>
    </figure>
  );
}

interface Transfer {
  readonly recipient: string;
  readonly amount: Lamports;
  readonly memo: string;
}

/** A transfer request of Solana Pay, version 1. */
const transferRequest = ({ recipient, amount, memo }: Transfer): string =>
  `solana:${recipient}?amount=${formatSol(amount)}&label=Furlong&memo=${encodeURIComponent(memo)}`;

/** Dark on light in every theme: not every reader knows the reverse. */
function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const modules = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-52"
      shapeRendering="crispEdges"
    >
      <path d={modules} fill="black" />
    </svg>
  );
}
