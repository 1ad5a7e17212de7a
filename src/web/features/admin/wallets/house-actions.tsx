import {
  ArrowDownToLine,
  Brush,
  Download,
  Lock,
  LockKeyhole,
  LockKeyholeOpen,
  RefreshCcwDot,
  SearchCheck,
  Plus,
  Send,
  type LucideIcon,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import type { EndpointName } from "../../../../contract/api.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../../../domain/lamports.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { saveJson } from "../../../foundation/lib/save-file.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { PasswordField } from "../kit/password-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { AddWalletsDialog } from "./add-wallets-dialog.tsx";
import { ChangePasswordDialog } from "./change-password-dialog.tsx";
import type { House, WalletDetail } from "./house.ts";
import { RefillDialog } from "./refill-dialog.tsx";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

const SWEPT_FROM = lamports(LAMPORTS_PER_SOL / 1_000n);
const WITHDRAWALS_AT_ONCE = 10;

interface HouseActionsProps {
  readonly house: House;
  readonly master: MasterPassword;
  readonly showDetails: (wallets: readonly WalletDetail[]) => void;
}

/** The master password, and the actions that use it. */
export function HouseActions({ house, master, showDetails }: HouseActionsProps) {
  const { t, sol } = useWords(walletsWords);
  const isLocal = useRuntime()?.network === "localnet";
  const [opened, setOpened] = useState<"change" | "add" | "refill" | null>(null);
  const open = (dialog: "change" | "add" | "refill") => async () => {
    if (master.isThere()) setOpened(dialog);
  };
  const unlock = () =>
    master.call({
      call: "unlockHouse",
      purpose: "house-wallets",
      input: (body) => ({ body }),
      done: () => t("unlockDone"),
      failed: t("unlockFailed"),
    });
  const sweep = () =>
    master.call({
      call: "sweepHouse",
      input: (body) => ({ body: { ...body, minAmount: SWEPT_FROM } }),
      done: ({ swept, totalAmount }) =>
        swept === 0 ? t("sweptNone") : t("swept", { count: swept, amount: sol(totalAmount) }),
      failed: t("sweepFailed"),
    });
  const process = () =>
    master.call({
      call: "processWithdrawals",
      input: (body) => ({ body: { ...body, batchSize: WITHDRAWALS_AT_ONCE } }),
      done: ({ processed }) => (processed === 0 ? t("processedNone") : t("processed", { count: processed })),
      failed: t("processFailed"),
    });
  const load = async () => {
    const loaded = await master.call({
      call: "getHouseWalletDetails",
      input: ({ adminWallet, masterPassword }) => ({
        query: { walletAddress: adminWallet },
        headers: { "x-master-password": masterPassword },
      }),
      missing: t("walletAndPassword"),
      failed: t("detailsFailed"),
    });
    if (loaded.kind === "done") showDetails(loaded.reply.wallets);
  };
  const exportWallets = async () => {
    const exported = await master.call({
      call: "exportHouseWallets",
      purpose: "house-wallets",
      input: (body) => ({ body }),
      done: () => t("exportDone"),
      failed: t("exportFailed"),
    });
    if (exported.kind !== "done") return;
    const { fileName, export: wallets } = exported.reply;
    saveJson(fileName, wallets);
  };
  return (
    <Part heading={t("actions")}>
      <form
        noValidate
        className="flex flex-col gap-1 px-4 pt-1 pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (house.locked) void unlock();
        }}
      >
        <PasswordField
          label={t("masterPassword")}
          value={master.value}
          onChange={master.set}
          input={master.field}
          error={master.complaint}
          hint={isLocal && t("passwordLocal")}
        />
        <p aria-live="polite" className="min-h-5 text-xs text-muted">
          {t(master.underWay === null ? "passwordUse" : "working")}
        </p>
      </form>
      <ul>
        {house.locked ? (
          <Action icon={LockKeyholeOpen} name={t("unlockWallets")} about={t("unlockAbout")}>
            <RunButton of="unlockHouse" label={t("unlock")} master={master} run={unlock} />
          </Action>
        ) : (
          <LockAction />
        )}
        <Action icon={Brush} name={t("sweepWallets")} about={t("sweepAbout", { amount: sol(SWEPT_FROM) })}>
          <RunButton
            of="sweepHouse"
            label={t("sweep")}
            master={master}
            run={sweep}
            isHalted={house.paymentsHalted}
          />
        </Action>
        <Action icon={ArrowDownToLine} name={t("refillHot")} about={t("refillAbout")}>
          <RunButton
            of="refillHotWallet"
            label={t("refill")}
            master={master}
            run={open("refill")}
            isHalted={house.paymentsHalted}
          />
        </Action>
        <Action
          icon={Send}
          name={t("processWithdrawals")}
          about={t("processAbout", { count: WITHDRAWALS_AT_ONCE })}
        >
          <RunButton
            of="processWithdrawals"
            label={t("process")}
            master={master}
            run={process}
            isHalted={house.paymentsHalted}
          />
        </Action>
        <Action icon={SearchCheck} name={t("loadDetails")} about={t("detailsAbout")}>
          <RunButton of="getHouseWalletDetails" label={t("load")} master={master} run={load} />
        </Action>
        <Action icon={Plus} name={t("addKeys")} about={t("addAbout")}>
          <RunButton of="addPrivateKeys" label={t("add")} master={master} run={open("add")} />
        </Action>
        <Action icon={Download} name={t("exportWallets")} about={t("exportAbout")}>
          <RunButton of="exportHouseWallets" label={t("export")} master={master} run={exportWallets} />
        </Action>
        <Action icon={RefreshCcwDot} name={t("changePassword")} about={t("changeAbout")}>
          <RunButton of="changeMasterPassword" label={t("change")} master={master} run={open("change")} />
        </Action>
      </ul>
      {opened === "change" && <ChangePasswordDialog master={master} onClose={() => setOpened(null)} />}
      {opened === "refill" && <RefillDialog house={house} master={master} onClose={() => setOpened(null)} />}
      {opened === "add" && <AddWalletsDialog master={master} onClose={() => setOpened(null)} />}
    </Part>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Action({ icon: Icon, name, about, children }: ActionProps) {
  return (
    <li className="flex min-h-[58px] items-center gap-3 border-t border-hair px-4 py-1.5">
      <Icon aria-hidden size={18} className="text-muted" />
      <div className="mr-auto min-w-0">
        <p className="font-bold">{name}</p>
        <p className="text-xs text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}

interface RunButtonProps {
  /** The call that it makes. */
  readonly of: EndpointName;
  readonly label: string;
  readonly master: MasterPassword;
  readonly run: () => Promise<unknown>;
  /** Whether it would move money while payments are halted. */
  readonly isHalted?: boolean;
}

function RunButton({ of, label, master, run, isHalted = false }: RunButtonProps) {
  const { t } = useWords(walletsWords);
  if (isHalted)
    return (
      <Button disabled className="shrink-0">
        <Lock aria-hidden size={16} />
        {t("haltedAction")}
      </Button>
    );
  return (
    <Button className="shrink-0" disabled={master.underWay !== null} onClick={() => void run()}>
      {master.underWay === of && (
        <span
          aria-hidden
          className="size-4 animate-spin rounded-full border-2 border-divider border-t-accent"
        />
      )}
      {label}
    </Button>
  );
}

/** Requires no password: anyone who sees that something is wrong can lock at once. */
function LockAction() {
  const { t } = useWords(walletsWords);
  const adminWallet = useAdminAddress();
  const [isAsked, setAsked] = useState(false);
  const lock = useChange({
    call: "lockHouse",
    purpose: "house-wallets",
    stale: ["getHouseOverview"],
    done: t("lockDone"),
    failed: t("lockFailed"),
  });
  return (
    <Action icon={LockKeyhole} name={t("lockWallets")} about={t("lockAbout")}>
      <Button className="shrink-0" disabled={lock.isPending} onClick={() => setAsked(true)}>
        {t("lock")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t("lockWallets")}
          action={t("lock")}
          isBusy={lock.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => lock.mutate({ body: { adminWallet } }, { onSettled: () => setAsked(false) })}
        >
          {t("lockMeans")}
        </ConfirmDialog>
      )}
    </Action>
  );
}
