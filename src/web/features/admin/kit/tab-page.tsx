import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { openPalette } from "./palette-state.ts";
import { kitWords } from "./words.en.ts";

interface TabPageProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** At the right end of the title row. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A tab: its title with a note and actions, then its panels. */
export function TabPage({ title, note, actions, children }: TabPageProps) {
  const { t } = useWords(kitWords);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title}</h1>
        {note !== undefined && (
          // On a phone the note gets its own line, so that the actions stay next to the title.
          <p className="text-sm text-muted max-tablet:order-1 max-tablet:basis-full">{note}</p>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {actions}
          <button
            type="button"
            aria-label={t("search")}
            onClick={openPalette}
            className="grid size-11 place-items-center rounded-m border border-control bg-raised/80 tablet:hidden"
          >
            <Search aria-hidden size={18} />
          </button>
        </div>
      </div>
      {children}
    </div>
  );
}

/** One part of a tab. */
export function Part({
  heading,
  aside,
  children,
  className = "",
}: {
  readonly heading?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <section className={`panel min-w-0 ${className}`}>
      {heading !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-1">
          <h2 className="text-lg">{heading}</h2>
          {aside !== undefined && <div className="text-sm text-muted">{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
