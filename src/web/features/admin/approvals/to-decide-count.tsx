import { useWords } from "../../../foundation/words/use-words.ts";
import { useToDecide } from "./use-waiting.ts";
import { approvalsWords } from "./words.en.ts";

/** How many requests wait for this admin; renders nothing when there are none. */
export function ToDecideCount({ className = "" }: { readonly className?: string }) {
  const { t } = useWords(approvalsWords);
  const { length: count } = useToDecide();
  if (count === 0) return null;
  return (
    <span
      data-testid="to-decide"
      className={`grid h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-xs font-bold text-white ${className}`}
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("toDecide", { count })}</span>
    </span>
  );
}
