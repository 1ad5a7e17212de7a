import type { ReactNode } from "react";

/** Short facts, the name on the left and the figure on the right. */
export function FactList({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="flex flex-col divide-y divide-hair text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
