import { Check, CircleAlert } from "lucide-react";
import { isLamports, signedLamports, type SignedLamports } from "../../../domain/lamports.ts";
import { useWords } from "../../words/use-words.ts";
import { Chip, Prefix, Sol } from "../kit/bits.tsx";
import { type Column, DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import { loadedRows } from "../kit/use-rows.ts";
import type { House, HouseWallet } from "./house.ts";
import { walletsWords } from "./words.en.ts";

/** Each wallet with what the chain and the books say of it (rule ADMIN-22). */
export function WalletList({ house }: { readonly house: House }) {
  const { t } = useWords(walletsWords);
  const columns = useColumns();
  return (
    <Part heading={t("wallets")}>
      <DataTable
        label={t("wallets")}
        list={loadedRows(house.wallets)}
        columns={columns}
        keyOf={({ address }) => address}
        empty={t("noWallets")}
        failed={t("loadFailed")}
      />
    </Part>
  );
}

function useColumns(): readonly Column<HouseWallet>[] {
  const { t, dayAndTime } = useWords(walletsWords);
  return [
    {
      id: "type",
      head: t("wallet"),
      onCard: "title",
      sortBy: ({ type }) => type,
      cell: ({ type, isActive }) => <span className={isActive ? "" : "text-muted"}>{t(type)}</span>,
    },
    {
      id: "address",
      head: t("address"),
      cell: ({ type, address }) => <Prefix text={address} label={t(type)} />,
    },
    {
      id: "chain",
      head: t("onChain"),
      isFigure: true,
      sortBy: ({ onChainBalance }) => onChainBalance ?? -1n,
      cell: ({ onChainBalance }) =>
        onChainBalance === null ? (
          <span className="text-muted">{t("unknown")}</span>
        ) : (
          <Amount amount={onChainBalance} />
        ),
    },
    {
      id: "books",
      head: t("books"),
      isFigure: true,
      sortBy: ({ dbBalance }) => dbBalance,
      cell: ({ dbBalance }) => <Amount amount={dbBalance} />,
    },
    { id: "match", head: t("match"), cell: (wallet) => <Match wallet={wallet} /> },
    {
      id: "state",
      head: t("state"),
      onCard: "aside",
      cell: ({ isActive }) => (
        <Chip tone={isActive ? "good" : "plain"}>{t(isActive ? "active" : "retired")}</Chip>
      ),
    },
    {
      id: "created",
      head: t("created"),
      sortBy: ({ createdAt }) => createdAt.getTime(),
      cell: ({ createdAt }) => <span className="text-muted">{dayAndTime(createdAt)}</span>,
    },
  ];
}

/** With all its decimals for who points at it; what an address's books say may be below zero for a moment. */
function Amount({ amount }: { readonly amount: SignedLamports }) {
  const { sol, signedSol } = useWords(walletsWords);
  if (!isLamports(amount)) return <span className="text-bad">{signedSol(amount, 4)}</span>;
  return (
    <span title={sol(amount)}>
      <Sol amount={amount} />
    </span>
  );
}

/** The difference is exact: four decimals would hide a small one. */
function Match({ wallet: { balanceMatch, onChainBalance, dbBalance } }: { readonly wallet: HouseWallet }) {
  const { t, signedSol } = useWords(walletsWords);
  if (onChainBalance === null) return <span className="text-muted">{t("unknown")}</span>;
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-bold ${balanceMatch ? "text-good" : "text-warn"}`}
    >
      {balanceMatch ? <Check aria-hidden size={14} /> : <CircleAlert aria-hidden size={14} />}
      {balanceMatch ? t("match") : signedSol(signedLamports(onChainBalance - dbBalance))}
    </span>
  );
}
