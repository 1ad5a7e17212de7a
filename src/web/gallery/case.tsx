import type { ReactNode } from "react";

/** A part with its name above it. */
export function Case({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-mono text-xs text-muted">{name}</h3>
      {children}
    </div>
  );
}

/** Cases of one kind. */
export function CaseGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <h2 className="text-lg">{name}</h2>
      <div className="flex flex-wrap items-start gap-6">{children}</div>
    </section>
  );
}
