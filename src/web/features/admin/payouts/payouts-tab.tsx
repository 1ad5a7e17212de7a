import { RotateCw } from "lucide-react";
import { useState } from "react";
import { payoutKinds, payoutOrders } from "../../../../contract/payouts/admin-payouts.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAddress } from "../kit/address.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { DataTable } from "../kit/data-table.tsx";
import { Chips, SelectField, TextField } from "../kit/fields.tsx";
import { useSettled } from "../../../foundation/ui/search-field.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useListSearch } from "../kit/use-list-search.ts";
import { usePages } from "../kit/use-rows.ts";
import { usePayoutColumns } from "./payout-columns.tsx";
import { payoutsWords } from "./words.en.ts";

const PAGE = 50;
/** How often the list is refetched while a payment in it waits. */
const REFRESH_MS = 10_000;
const statuses = ["any", "completed", "failed", "pending"] as const;
type Status = (typeof statuses)[number];
type Kind = (typeof payoutKinds)[number];

/**
 * The payments to players, or those of one kind: filtered, with the outcome of each, why it waits, and a retry.
 */
export function PayoutsTab() {
  const [address] = useAddress();
  const signature = address.get("tx") ?? "";
  const status = statuses.find((one) => one === address.get("status")) ?? "any";
  // A different filter in the address starts over.
  return <Payouts key={`${signature} ${status}`} signature={signature} initialStatus={status} />;
}

/** Memos have no amount. */
const memoOrders = ["created"] as const;

function Payouts({
  signature,
  initialStatus,
}: {
  readonly signature: string;
  readonly initialStatus: Status;
}) {
  const { t } = useWords(payoutsWords);
  const walletAddress = useAdminAddress();
  const [wallet, setWallet] = useState("");
  const [tx, setTx] = useState(signature);
  const [status, setStatus] = useState(initialStatus);
  const [kind, setKind] = useState<Kind>("players");
  const { listQuery: ordered, serverOrder } = useListSearch(kind === "anchor" ? memoOrders : payoutOrders);
  const searchTerms = useSettled(`${wallet.trim()} ${tx.trim()}`).split(" ");
  const [askedWallet = "", askedTx = ""] = searchTerms;
  const [halts, setHalts] = useState({ houseLocked: false, paymentsHalted: false });
  const list = usePages(
    "listPayouts",
    { askedWallet, askedTx, status, kind, ...ordered },
    async (page) => {
      const reply = await fetchApi("listPayouts", {
        query: {
          walletAddress,
          limit: PAGE,
          ...page,
          ...ordered,
          kind,
          ...(askedWallet !== "" && { wallet: askedWallet }),
          ...(askedTx !== "" && { tx: askedTx }),
          ...(status !== "any" && { status }),
        },
      });
      setHalts({ houseLocked: reply.houseLocked, paymentsHalted: reply.paymentsHalted });
      return { rows: reply.payouts, nextCursor: reply.nextCursor };
    },
    {
      keepsRows: true,
      everyMs: (rows) => (rows.some((payout) => payout.waits_for !== null) ? REFRESH_MS : null),
    },
  );
  return (
    <TabPage
      title={t("title")}
      actions={
        <Button onClick={list.retry}>
          <RotateCw aria-hidden size={16} />
          {t("refresh")}
        </Button>
      }
    >
      {(halts.houseLocked || halts.paymentsHalted) && (
        <output className="panel border-bad/60! block p-4 font-bold text-bad">
          {t(halts.paymentsHalted ? "halted" : "locked")}
        </output>
      )}
      <div className="grid gap-3 tablet:grid-cols-3">
        <SelectField
          label={t("kind")}
          value={kind}
          onChange={setKind}
          options={payoutKinds.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          label={t("walletFilter")}
          type="search"
          value={wallet}
          maxLength={64}
          onChange={setWallet}
          isMono
        />
        <TextField label={t("txFilter")} type="search" value={tx} maxLength={100} onChange={setTx} isMono />
      </div>
      <Chips
        label={t("status")}
        value={status}
        onChange={setStatus}
        options={statuses.map((value) => ({ value, label: t(value) }))}
      />
      <Part heading={t("payments")}>
        <DataTable
          label={t("payments")}
          list={list}
          columns={usePayoutColumns()}
          keyOf={(payout) => payout.id}
          serverOrder={serverOrder}
          remembers="payouts"
          empty={t("none")}
          failed={t("failedToLoad")}
        />
      </Part>
    </TabPage>
  );
}
