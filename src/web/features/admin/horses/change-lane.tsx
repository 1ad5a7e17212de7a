import { useState } from "react";
import { lanes } from "../../../../domain/horse-count.ts";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { SelectField } from "../kit/fields.tsx";
import { useChange } from "../kit/use-change.ts";
import { ConfusedPairs } from "./confused-pairs.tsx";
import type { Horse } from "./horse.ts";
import { horsesWords } from "./words.en.ts";

interface ChangeLaneProps {
  readonly horse: Horse;
  readonly horses: readonly Horse[];
  readonly onClose: () => void;
}

/** Moves a horse to a lane and the horse that is there to its place, and says so beforehand. */
export function ChangeLane({ horse, horses, onClose }: ChangeLaneProps) {
  const { t } = useWords(horsesWords);
  const adminWallet = useAdminAddress();
  const choices = lanes.filter((lane) => lane !== horse.lane);
  const [lane, setLane] = useState(choices[0] ?? 1);
  const inLane = (number: number) => horses.find((one) => one.lane === number);
  const other = inLane(lane);
  const save = useChange({
    call: "saveHorse",
    stale: ["listHorses"],
    done: t("laneChanged", { name: horse.name, lane }),
    failed: t("saveFailed"),
  });
  const { id, name, color } = horse;
  const running = horses.flatMap((one) => {
    if (one.id === id) return [{ ...one, lane }];
    return one.id === other?.id ? (horse.lane === null ? [] : [{ ...one, lane: horse.lane }]) : [one];
  });
  return (
    <ConfirmDialog
      title={t("laneOf", { name })}
      action={t("changeLane")}
      isBusy={save.isPending}
      onClose={onClose}
      onConfirm={() => save.mutate({ body: { adminWallet, id, lane } }, { onSettled: onClose })}
    >
      <div className="flex flex-col gap-3">
        <SelectField
          label={t("lane")}
          value={String(lane)}
          onChange={(chosen) => setLane(Number(chosen))}
          options={choices.map((choice) => ({
            value: String(choice),
            label: `${choice} \u00b7 ${inLane(choice)?.name ?? t("free")}`,
          }))}
        />
        <p className="flex items-center gap-3 text-text">
          <Silk number={lane} color={color} size={40} />
          <span>
            {t("runsIn", { name, lane })}
            {other !== undefined && (
              <span className="block text-sm text-muted">
                {horse.lane === null
                  ? t("goesToReserve", { name: other.name })
                  : t("runsIn", { name: other.name, lane: horse.lane })}
              </span>
            )}
          </span>
        </p>
        <ConfusedPairs horses={running.filter((one) => one.lane !== null)} />
        <p className="text-sm">{t("fromNextRace")}</p>
      </div>
    </ConfirmDialog>
  );
}
