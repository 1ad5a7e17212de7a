import { useState } from "react";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { closeDialog } from "../../../foundation/lib/dialogs.ts";
import { errorText, refusalText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { editAmount } from "../../../foundation/ui/amount-field.tsx";
import { readPresets } from "../bet-amount.ts";
import { usePresets, useSavePresets } from "../presets.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { presetsWords } from "./words.en.ts";

const fields = [0, 1, 2, 3] as const;

/** How long the success message of a change is shown. */
const SUCCESS_SHOWN_MS = 2_500;

/** Edits the four quick amounts. */
export function PresetsDialog({ address }: { readonly address: string }) {
  const presets = usePresets(address);
  const save = useSavePresets(address);
  const [texts, setTexts] = useState(() => presets.map((amount) => formatSol(amount)));
  const [complaint, setComplaint] = useState<string | null>(null);

  const { t, typed } = useWords(presetsWords);

  const submit = () => {
    const read = readPresets(texts);
    if (!read.ok) {
      setComplaint(refusalText(read));
      return;
    }
    save.mutate(read.value, {
      onSuccess() {
        closeDialog();
        toast.good(t("quickBetsSaved"), SUCCESS_SHOWN_MS);
      },
      onError: (error) => setComplaint(errorText(error, t("saveFailed"))),
    });
  };

  return (
    <Dialog open onClose={closeDialog} title={t("quickBetsTitle")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          {fields.map((field) => (
            <label key={field} className="flex flex-col gap-1">
              <span className="text-sm text-muted">{t("amountNumber", { number: field + 1 })}</span>
              <input
                inputMode="decimal"
                autoComplete="off"
                value={typed(texts[field] ?? "")}
                onChange={(event) => {
                  const { value } = event.target;
                  setTexts((before) =>
                    before.map((text, at) => (at === field ? editAmount(text, value) : text)),
                  );
                  setComplaint(null);
                }}
                translate="no"
                className="figure min-h-12 w-full rounded-m border border-control bg-bg px-4 text-lg"
              />
            </label>
          ))}
        </div>
        {complaint !== null && (
          <p role="alert" className="mt-3 rounded-m border border-bad/60 p-3 text-bad">
            {complaint}
          </p>
        )}
        <Button look="primary" type="submit" disabled={save.isPending} className="mt-5 w-full">
          {t(save.isPending ? "saving" : "save")}
        </Button>
      </form>
    </Dialog>
  );
}
