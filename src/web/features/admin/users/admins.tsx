import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { LONGEST_ADDRESS, parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import type { Column } from "../kit/columns.ts";
import { DataTable } from "../kit/data-table.tsx";
import { TextField } from "../kit/fields.tsx";
import { LoneAdmin } from "../kit/lone-admin.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { usersWords } from "./words.en.ts";

type Admin = Reply<Api["listAdmins"]>["admins"][number];

/** A wallet that is to become an admin, or to be one no longer. */
interface AdminChange {
  readonly wallet: string;
  readonly isAdmin: boolean;
}

/** Who is an admin, since when and by whom; wallets are appointed and removed. */
export function Admins() {
  const { t } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer("listAdmins", { query: { walletAddress } });
  const [wallet, setWallet] = useState("");
  const [change, setChange] = useState<AdminChange | null>(null);
  const typed = wallet.trim();
  const isReady = parseWalletAddress(typed).ok;
  return (
    <Part heading={t("admins")}>
      <LoneAdmin className="px-4 pb-2" />
      <DataTable
        label={t("admins")}
        list={rowsOf(query, query.data?.admins)}
        columns={useColumns(setChange)}
        keyOf={(one) => one.wallet_address}
        empty={t("nobody")}
        failed={t("failed")}
      />
      <form
        noValidate
        className="flex flex-wrap items-end gap-3 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) setChange({ wallet: typed, isAdmin: true });
        }}
      >
        <TextField
          label={t("newAdmin")}
          value={wallet}
          maxLength={LONGEST_ADDRESS}
          isMono
          onChange={setWallet}
          className="flex-1"
        />
        <Button type="submit" disabled={!isReady}>
          {t("appoint")}
        </Button>
      </form>
      {change !== null && (
        <ChangeAdmin
          {...change}
          onClose={(isDone) => {
            setChange(null);
            if (isDone) setWallet("");
          }}
        />
      )}
    </Part>
  );
}

interface ChangeAdminProps extends AdminChange {
  readonly onClose: (isDone: boolean) => void;
}

function ChangeAdmin({ wallet, isAdmin, onClose }: ChangeAdminProps) {
  const { t } = useWords(usersWords);
  const adminWallet = useAdminAddress();
  const change = useChange({
    call: "setRoles",
    purpose: "admins",
    stale: ["listAdmins", "listUsers", "getUserDetails"],
    done: t("updated"),
    failed: t("updateFailed"),
  });
  return (
    <ConfirmDialog
      title={t(isAdmin ? "appointQuestion" : "dismissQuestion")}
      action={t(isAdmin ? "appoint" : "dismiss")}
      isDanger={!isAdmin}
      isBusy={change.isPending}
      onClose={() => onClose(false)}
      onConfirm={() => {
        change.mutate(
          { body: { adminWallet, walletAddress: wallet, isAdmin } },
          { onSuccess: () => onClose(true), onError: () => onClose(false) },
        );
      }}
    >
      <p className="font-mono text-xs break-all">{wallet}</p>
      <p className="mt-2">{t(isAdmin ? "appointAbout" : "dismissAbout")}</p>
    </ConfirmDialog>
  );
}

function useColumns(ask: (change: AdminChange) => void): readonly Column<Admin>[] {
  const { t, day } = useWords(usersWords);
  return [
    {
      id: "name",
      head: t("user"),
      onCard: "title",
      cell: ({ username }) => username ?? <span className="font-normal text-muted">{t("noProfile")}</span>,
    },
    {
      id: "wallet",
      head: t("wallet"),
      cell: ({ wallet_address: wallet }) => <Prefix text={wallet} label={t("wallet")} />,
    },
    {
      id: "since",
      head: t("adminSince"),
      onCard: "aside",
      cell: ({ appointed_at: at }) => (
        <span className="text-muted">{at === null ? t("byServer") : day(at)}</span>
      ),
    },
    {
      id: "by",
      head: t("appointedBy"),
      cell: ({ appointed_by: by }) => (by === null ? "–" : <Prefix text={by} label={t("appointedBy")} />),
    },
    {
      id: "action",
      head: t("action"),
      onCard: "foot",
      // Those of the environment stay (rule USERS-6).
      cell: ({ wallet_address: wallet, appointed_at: at }) =>
        at === null ? null : (
          <Button
            look="quiet"
            className="relative z-1 -mx-3 underline underline-offset-4"
            aria-label={`${t("dismiss")}: ${wallet}`}
            onClick={() => ask({ wallet, isAdmin: false })}
          >
            {t("dismiss")}
          </Button>
        ),
    },
  ];
}
