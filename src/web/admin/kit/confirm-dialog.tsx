import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import { TextField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the button that does it. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** Phrase that has to be typed first, for actions that cannot be undone. */
  readonly phrase?: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done; what cannot be undone requires a typed phrase, letter by letter (rule ADMIN-9). */
export function ConfirmDialog({
  title,
  children,
  action,
  isDanger = false,
  phrase,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const { t } = useWords(kitWords);
  const isReady = !isBusy && (phrase === undefined || typed.trim() === phrase);
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <div className="text-muted">{children}</div>
        {phrase !== undefined && (
          <TextField label={t("typeToConfirm", { phrase })} value={typed} onChange={setTyped} />
        )}
        <div className="grid grid-cols-2 gap-3">
          <Button className="min-h-[54px]" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            look={isDanger ? "secondary" : "primary"}
            type="submit"
            disabled={!isReady}
            className={isDanger ? "danger-fill min-h-[54px] whitespace-normal!" : "whitespace-normal!"}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
