import { Check, CircleAlert } from "lucide-react";
import { useState } from "react";
import { isLamports, signedLamports, type SignedLamports } from "../../../../domain/lamports.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Chip, Prefix, prefixOf, Sol } from "../kit/bits.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Part } from "../kit/tab-page.tsx";
import { loadedRows } from "../kit/use-rows.ts";
import type { Details, House, HouseWallet, WalletDetail } from "./house.ts";
import { RetireDialog } from "./retire-dialog.tsx";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

/** Without the details there is no `error`. */
type ListedWallet = HouseWallet & Partial<Pick<WalletDetail, "error">>;

interface WalletListProps {
  readonly house: House;
  readonly master: MasterPassword;
  /** What the master password has revealed; null if nothing. */
  readonly details: Details | null;
  readonly hide: () => void;
}

/** Each wallet with what the chain and the books say about it; no key is ever shown (rule MONEY-18). */
export function WalletList({ house, master, details, hide }: WalletListProps) {
  const { t, moment } = useWords(walletsWords);
  const [retired, setRetired] = useState<HouseWallet | null>(null);
  const retire = (wallet: HouseWallet) => master.isThere() && setRetired(wallet);
  const columns = useColumns(retire);
  return (
    <Part
      heading={t("wallets")}
      aside={
        details === null ? (
          t("walletsUnit")
        ) : (
          <>
            {t("detailsAt", { time: moment(details.at) })}{" "}
            <Button look="quiet" className="-mr-3 underline underline-offset-4" onClick={hide}>
              {t("hideDetails")}
            </Button>
          </>
        )
      }
    >
      <DataTable<ListedWallet>
        label={t("wallets")}
        list={loadedRows<ListedWallet>(details?.wallets ?? house.wallets)}
        columns={columns}
        keyOf={({ address }) => address}
        isMarked={({ balanceMatch, onChainBalance }) => onChainBalance !== null && !balanceMatch}
        empty={t("noWallets")}
        failed={t("loadFailed")}
      />
      {house.notary !== null && <Notary notary={house.notary} />}
      {retired !== null && <RetireDialog wallet={retired} master={master} onClose={() => setRetired(null)} />}
    </Part>
  );
}

/** The key of the public log, which is no wallet of the house (rule LOG-10). */
function Notary({ notary: { address, onChainBalance } }: { readonly notary: NonNullable<House["notary"]> }) {
  const { t } = useWords(walletsWords);
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 py-3 text-xs">
      <b>{t("notary")}</b>
      <Prefix text={address} label={t("notary")} />
      {onChainBalance !== null && (
        <span translate="no">
          <Amount amount={onChainBalance} /> SOL
        </span>
      )}
      <span className="text-muted">{t("notaryMeans")}</span>
    </div>
  );
}

function useColumns(retire: (wallet: HouseWallet) => void): readonly Column<ListedWallet>[] {
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
    {
      id: "retire",
      head: t("action"),
      onCard: "foot",
      cell: (wallet) =>
        wallet.isActive ? (
          <Button
            look="quiet"
            className="relative z-1 -mx-3 underline underline-offset-4"
            aria-label={t("retireOf", { kind: t(wallet.type), address: prefixOf(wallet.address) })}
            onClick={() => retire(wallet)}
          >
            {t("retire")}
          </Button>
        ) : null,
    },
  ];
}

/** Shows all decimals on hover; the books of an address may be below zero for a moment. */
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
function Match({ wallet }: { readonly wallet: ListedWallet }) {
  const { t, signedSol } = useWords(walletsWords);
  const { balanceMatch, onChainBalance, dbBalance, error } = wallet;
  if (onChainBalance === null)
    return <span className={error ? "text-bad" : "text-muted"}>{error ?? t("unknown")}</span>;
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-bold ${balanceMatch ? "text-good" : "text-warn"}`}
    >
      {balanceMatch ? <Check aria-hidden size={14} /> : <CircleAlert aria-hidden size={14} />}
      {balanceMatch ? t("match") : signedSol(signedLamports(onChainBalance - dbBalance))}
    </span>
  );
}
