import { ArchiveRestore, LoaderCircle, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { FileDrop } from "../kit/file-drop.tsx";
import { PasswordField } from "../kit/password-field.tsx";
import { Part } from "../kit/tab-page.tsx";
import { ExportContent } from "./export-content.tsx";
import { problemOfExport, readExport, type WalletsExport } from "./read-export.ts";
import type { Restored } from "./restored-note.tsx";
import { useMasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface Chosen {
  readonly name: string;
  readonly exported: WalletsExport;
}

/**
 * Brings the wallets of an earlier installation into a house that has none: what the file holds is shown before it is
 * sent, and what prevents the restore stays to be read.
 */
export function RestoreForm({ onRestored }: { readonly onRestored: (restored: Restored) => void }) {
  const { t } = useWords(walletsWords);
  const network = useRuntime()?.network;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const master = useMasterPassword(() => undefined);
  const problem = chosen === null ? null : problemOfExport(chosen.exported, network);
  const isBusy = master.underWay !== null;
  const count = chosen?.exported.wallets.length ?? 0;

  async function take(file: File) {
    const read = await readExport(file);
    setChosen(read.ok ? { name: file.name, exported: read.value } : null);
    setComplaint(read.ok ? null : t(read.code, { name: file.name, field: read.field ?? t("fileContent") }));
  }

  async function restore({ exported }: Chosen) {
    setComplaint(null);
    const outcome = await master.call({
      call: "restoreHouseWallets",
      purpose: "house-wallets",
      input: (body) => ({ body: { ...body, export: exported } }),
      done: () => t("restoreDone"),
      failed: t("restoreFailed"),
    });
    setAsks(false);
    if (outcome.kind === "done") onRestored(outcome.reply);
    if (outcome.kind === "refused")
      setComplaint(outcome.code === "WALLETS_STILL_MOVE" ? t("stillMove") : outcome.text);
    if (outcome.kind === "unanswered") setComplaint(t("restoreUnanswered"));
  }

  return (
    <Part heading={t("restoreTitle")} className="max-w-2xl">
      <form
        noValidate
        aria-label={t("restoreTitle")}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === null) setComplaint(t("chooseFirst"));
          else if (problem === null && master.isThere()) setAsks(true);
        }}
      >
        <p className="text-muted">{t("restoreMeans")}</p>
        <FileDrop
          label={chosen?.name ?? t("chooseExport")}
          hint={t(chosen === null ? "exportHint" : "otherFile")}
          accept="application/json,.json"
          onFile={(file) => void take(file)}
        />
        {chosen !== null && <ExportContent exported={chosen.exported} problem={problem} network={network} />}
        <PasswordField
          label={t("masterPassword")}
          hint={t("passwordOfExport")}
          input={master.field}
          value={master.value}
          onChange={master.set}
          error={master.complaint}
        />
        <p role="alert" className="text-sm font-bold break-words text-bad empty:hidden">
          {complaint === master.complaint ? null : complaint}
        </p>
        <Button type="submit" disabled={isBusy || problem !== null}>
          <ArchiveRestore aria-hidden size={18} />
          {t(isBusy ? "restoringShort" : "restore")}
        </Button>
      </form>
      {asks && chosen !== null && (
        <ConfirmDialog
          title={t("restoreTitle")}
          action={isBusy ? t("restoringShort") : t("restoreCount", { count })}
          phrase={`restore ${chosen.exported.network}`}
          isBusy={isBusy}
          onClose={() => setAsks(false)}
          onConfirm={() => void restore(chosen)}
        >
          <div className="flex flex-col gap-3">
            <p>{t("restoreEffect", { count })}</p>
            <p className="flex items-start gap-3 rounded-m border border-warn/50 bg-bg p-3 text-sm text-text">
              <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-warn" />
              {t("restoreStopOld")}
            </p>
            <p aria-live="polite" className="flex items-center gap-3 text-sm text-text empty:hidden">
              {isBusy && (
                <>
                  <LoaderCircle aria-hidden size={16} className="shrink-0 animate-spin text-accent" />
                  {t("restoring", { count })}
                </>
              )}
            </p>
          </div>
        </ConfirmDialog>
      )}
    </Part>
  );
}
