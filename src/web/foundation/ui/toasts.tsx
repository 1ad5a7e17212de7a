import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { classNames } from "./class-names.ts";
import { dismissToast, useToasts, type Toast } from "./toast.ts";
import { useWords } from "../words/use-words.ts";
import { uiWords } from "./words.en.ts";

const icons = { good: CircleCheck, bad: CircleAlert, plain: Info } as const;
const tones = { good: "text-good", bad: "text-bad", plain: "text-info" } as const;

/** At the bottom right; on a phone above the bar or bars at its lower edge. */
export function Toasts({ aboveBet }: { readonly aboveBet: boolean }) {
  const toasts = useToasts((state) => state.toasts);
  const { t } = useWords(uiWords);
  return (
    <ol
      aria-live="polite"
      aria-label={t("news")}
      className={classNames(
        "pointer-events-none fixed right-4 bottom-4 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2",
        aboveBet ? "max-tablet:bottom-38" : "max-tablet:bottom-20",
      )}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </ol>
  );
}

function ToastCard({ toast: { id, tone, text, detail } }: { readonly toast: Toast }) {
  const Icon = icons[tone];
  return (
    <li className="panel pointer-events-auto bg-panel enter">
      <button
        type="button"
        onClick={() => dismissToast(id)}
        className="flex min-h-11 w-full items-start gap-3 p-3 text-left"
      >
        <Icon aria-hidden size={18} className={`mt-0.5 ${tones[tone]}`} />
        <span className="min-w-0">
          <span className="block font-bold break-words">{text}</span>
          {detail !== null && <span className="block text-sm text-muted">{detail}</span>}
        </span>
      </button>
    </li>
  );
}
