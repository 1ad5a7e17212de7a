import { useState } from "react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { fieldError } from "../kit/field-error.ts";
import { TextField } from "../kit/fields.tsx";
import { instantOf, localOf } from "../kit/local-time.ts";
import { useChange } from "../kit/use-change.ts";
import { emotesWords } from "./words.en.ts";

/** Start and end as two fields hold them: local times, empty for none. */
export interface DatesDraft {
  readonly from: string;
  readonly to: string;
}

export const noDates: DatesDraft = { from: "", to: "" };

export const isBackwards = ({ from, to }: DatesDraft): boolean => from !== "" && to !== "" && to <= from;

export const datesOf = ({ from, to }: DatesDraft) => ({ starts_at: instantOf(from), ends_at: instantOf(to) });

interface DatesFieldsProps {
  readonly dates: DatesDraft;
  readonly onChange: (dates: DatesDraft) => void;
  /** Why the server refused what was sent. */
  readonly refused: Error | null;
}

/** The two dates of a holiday's group. */
export function DatesFields({ dates, onChange, refused }: DatesFieldsProps) {
  const { t } = useWords(emotesWords);
  return (
    <>
      <TextField
        label={t("startsAt")}
        type="datetime-local"
        value={dates.from}
        hint={t("atOnce")}
        onChange={(from) => onChange({ ...dates, from })}
        error={fieldError(refused, "starts_at")}
      />
      <TextField
        label={t("endsAt")}
        type="datetime-local"
        value={dates.to}
        hint={t("forEver")}
        onChange={(to) => onChange({ ...dates, to })}
        error={isBackwards(dates) ? t("endsBefore") : fieldError(refused, "ends_at")}
      />
    </>
  );
}

interface GroupDatesProps {
  readonly group: {
    readonly id: string;
    readonly name: string;
    readonly starts_at: Date | null;
    readonly ends_at: Date | null;
  };
  readonly onClose: () => void;
}

/** Changes the dates of a holiday's group, including to another year. */
export function GroupDates({ group: { id, name, starts_at: from, ends_at: to }, onClose }: GroupDatesProps) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const [dates, setDates] = useState<DatesDraft>({ from: localOf(from), to: localOf(to) });
  const change = useChange({
    call: "setEmoteGroupActive",
    stale: ["listEmoteGroups"],
    done: t("datesSaved"),
    failed: null,
  });
  return (
    <ConfirmDialog
      title={t("datesOf", { name })}
      action={t("save")}
      isBusy={change.isPending || isBackwards(dates)}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({ params: { id }, body: { adminWallet, ...datesOf(dates) } }, { onSuccess: onClose })
      }
    >
      <div className="flex flex-col gap-3">
        <DatesFields dates={dates} onChange={setDates} refused={change.error} />
      </div>
    </ConfirmDialog>
  );
}
