import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PanelProps extends ComponentProps<"section"> {
  readonly heading?: ReactNode;
  readonly aside?: ReactNode;
}

/** A card of the page, with its heading on the left and a short note on the right. */
export function Panel({ heading, aside, className, children, ...rest }: PanelProps) {
  return (
    <section className={classNames("panel", className)} {...rest}>
      {heading !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center gap-x-3 px-4">
          <h2 className="max-w-3/4 shrink-0 text-lg">{heading}</h2>
          {aside !== undefined && (
            <div className="flex-[6rem] text-right text-sm leading-tight text-balance text-muted">
              {aside}
            </div>
          )}
        </header>
      )}
      {children}
    </section>
  );
}
