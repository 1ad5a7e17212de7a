import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface CardProps {
  readonly heading: string;
  /** Next to the heading. */
  readonly figure?: ReactNode;
  /** At the right end. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a sheet: its heading on the left, notes or actions on the right. */
export function Card({ heading, figure, aside, className, children }: CardProps) {
  return (
    <section className={classNames("card flex min-w-0 flex-col", className)}>
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 px-4">
        <h2 className="text-lg">{heading}</h2>
        {figure}
        {aside !== undefined && (
          <div className="ml-auto flex items-center gap-1 text-xs text-muted">{aside}</div>
        )}
      </header>
      {children}
    </section>
  );
}
