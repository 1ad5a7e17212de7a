import { classNames } from "./class-names.ts";
import { useWords } from "../words/use-words.ts";
import { uiWords } from "./words.en.ts";

/** A placeholder block for something still loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-m bg-raised", className)} />;
}

/** Something is loading: what `label` says, otherwise just that. */
export function Spinner({ label }: { readonly label?: string }) {
  const { t } = useWords(uiWords);
  return (
    <output className="flex items-center justify-center gap-3 p-8 text-muted">
      <span
        aria-hidden
        className="size-5 animate-spin rounded-full border-2 border-divider border-t-accent"
      />
      {label ?? t("loading")}
    </output>
  );
}
