import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useSetLimits } from "./changes.ts";
import { PendingChange } from "./pending-change.tsx";
import { limitWords } from "./words.en.ts";

interface ReminderRowProps {
  readonly address: string;
  readonly reminder: OwnLimits["reminder"];
}

const offered = [15, 30, 60, 120, 240] as const;

/** The number of minutes of play after which the page shows a reminder. */
export function ReminderRow({ address, reminder: { limit, pending } }: ReminderRowProps) {
  const { t, moment } = useWords(limitWords);
  const set = useSetLimits(address);
  const choices = [...new Set([...offered, ...(limit === null ? [] : [limit])])].toSorted((a, b) => a - b);
  return (
    <li className="border-t border-hair px-4 py-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-40 flex-1">
          <label htmlFor="session-reminder">{t("reminder")}</label>
          <span className="block text-xs text-muted">{t("reminderAbout")}</span>
        </p>
        <select
          id="session-reminder"
          value={limit ?? ""}
          disabled={set.isPending}
          onChange={({ target: { value } }) =>
            set.mutate(
              { reminder: value === "" ? null : Number(value) },
              { onError: (error) => toast.bad(errorText(error, t("saveFailed"))) },
            )
          }
          className="min-h-11 rounded-m border border-control bg-raised px-3"
        >
          <option value="">{t("never")}</option>
          {choices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {t("everyMinutes", { minutes })}
            </option>
          ))}
        </select>
      </div>
      {pending !== null && (
        <PendingChange
          address={address}
          text={
            pending.limit === null
              ? t("pendingNever", { time: moment(pending.at) })
              : t("pendingReminder", { minutes: pending.limit, time: moment(pending.at) })
          }
          cancel={{ reminder: limit }}
          name={t("reminder")}
        />
      )}
    </li>
  );
}
