import { Clock } from "lucide-react";
import type { Api } from "../../../contract/api.ts";
import type { Input } from "../../../contract/wire/endpoint.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useSetLimits } from "./changes.ts";
import { limitWords } from "./words.en.ts";

interface PendingChangeProps {
  readonly address: string;
  /** The new value, and when it takes effect. */
  readonly text: string;
  /** The limit in force: requesting it cancels the change. */
  readonly cancel: Input<Api["setLimits"]>["body"];
  readonly name: string;
}

/** A pending change, and a way to cancel it. */
export function PendingChange({ address, text, cancel, name }: PendingChangeProps) {
  const { t } = useWords(limitWords);
  const set = useSetLimits(address);
  return (
    <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 rounded-m border border-accent/50 bg-selected px-3 text-sm">
      <span className="flex items-center gap-2 py-1">
        <Clock aria-hidden size={15} className="text-accent" />
        {text}
      </span>
      <Button
        look="quiet"
        aria-label={`${t("cancel")}: ${name}`}
        disabled={set.isPending}
        onClick={() =>
          set.mutate(cancel, { onError: (error) => toast.bad(errorText(error, t("saveFailed"))) })
        }
      >
        {t("cancel")}
      </Button>
    </p>
  );
}
