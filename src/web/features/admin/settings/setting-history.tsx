import { ArrowRight, History, Undo2 } from "lucide-react";
import { useState } from "react";
import { isShownInPart } from "../../../../domain/rpc-url.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { type Setting, settingTexts, valueText } from "./setting-texts.ts";
import { useSave } from "./use-save.ts";
import { settingsWords } from "./words.en.ts";

const SHOWN = 10;

interface SettingHistoryProps {
  readonly setting: Setting;
  /** Why an earlier value has to be confirmed by typing it; none if it does not. */
  readonly risksOf?: (text: string) => readonly string[];
}

/** Opens the earlier values of the setting, and who changed it. */
export function SettingHistory({ setting, risksOf = () => [] }: SettingHistoryProps) {
  const { t } = useWords(settingsWords);
  const [isOpen, setOpen] = useState(false);
  const [oldValue, setOldValue] = useState<string | null>(null);
  const { label } = settingTexts(setting);
  return (
    <>
      <button
        type="button"
        aria-label={t("historyOf", { name: label })}
        title={t("history")}
        onClick={() => setOpen(true)}
        className="grid size-11 shrink-0 place-items-center rounded-m text-muted hover:text-text"
      >
        <History aria-hidden size={18} />
      </button>
      {isOpen && oldValue === null && (
        <HistoryDialog setting={setting} onUndo={setOldValue} onClose={() => setOpen(false)} />
      )}
      {oldValue !== null && (
        <UndoDialog
          setting={setting}
          value={oldValue}
          risks={risksOf(oldValue)}
          onClose={() => {
            setOldValue(null);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface HistoryDialogProps {
  readonly setting: Setting;
  readonly onUndo: (value: string) => void;
  readonly onClose: () => void;
}

function HistoryDialog({ setting, onUndo, onClose }: HistoryDialogProps) {
  const { t, moment } = useWords(settingsWords);
  const walletAddress = useAdminAddress();
  const { setting_key: subject, setting_value: current, fixed } = setting;
  const { data, error, refetch } = useAnswer("listAudit", {
    query: { walletAddress, action: "setting.change", subject, limit: SHOWN },
  });
  const { label } = settingTexts(setting);
  return (
    <Dialog open wide onClose={onClose} title={t("historyOf", { name: label })}>
      {data === undefined && error === null && <Skeleton className="h-32" />}
      {data === undefined && error !== null && (
        <LoadFailure error={error} fallback={t("historyFailed")} retry={refetch} />
      )}
      {data?.rows.length === 0 && <p className="text-muted">{t("neverChanged")}</p>}
      <ul>
        {data?.rows.map(({ id, at, actor, before, after }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hair py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-40">
              <p className="flex flex-wrap items-center gap-x-2 font-bold break-all">
                {storedText(subject, before)}
                <span className="sr-only">{t("became")}</span>
                <ArrowRight aria-hidden size={14} className="text-muted" />
                {storedText(subject, after)}
              </p>
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                {moment(at)} · <Prefix text={actor} label={t("admin")} />
              </p>
            </div>
            {typeof before === "string" && before !== current && !fixed && !isShownInPart(before) && (
              <Button
                aria-label={t("undoTo", { value: valueText(subject, before) })}
                onClick={() => onUndo(before)}
              >
                <Undo2 aria-hidden size={16} />
                {t("undo")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const storedText = (key: string, value: unknown): string =>
  typeof value === "string" ? valueText(key, value) : "–";

interface UndoDialogProps {
  readonly setting: Setting;
  readonly value: string;
  readonly risks: readonly string[];
  readonly onClose: () => void;
}

function UndoDialog({ setting, value, risks, onClose }: UndoDialogProps) {
  const { t } = useWords(settingsWords);
  const adminWallet = useAdminAddress();
  const { setting_key: settingKey, setting_value: current } = setting;
  const { label } = settingTexts(setting);
  const [reason, setReason] = useState("");
  const save = useSave(settingKey, t("undone", { name: label, value: valueText(settingKey, value) }));
  const values = { name: label, from: valueText(settingKey, current), to: valueText(settingKey, value) };
  return (
    <ConfirmDialog
      title={t("undo")}
      action={t("undoTo", { value: valueText(settingKey, value) })}
      isBusy={save.isPending}
      {...(risks.length > 0 && { isDanger: true, phrase: `${settingKey} ${value}` })}
      onClose={onClose}
      onConfirm={() => {
        save.mutate(
          { body: { adminWallet, settingKey, settingValue: value, description: reasonOf(reason) } },
          { onSettled: onClose },
        );
      }}
    >
      <p className="mb-4">{t("undoAsked", values)}</p>
      {risks.map((risk) => (
        <p key={risk} className="mb-4">
          {risk}
        </p>
      ))}
      <ReasonField value={reason} onChange={setReason} isPublic />
    </ConfirmDialog>
  );
}
