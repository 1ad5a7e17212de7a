import type { ReactNode } from "react";
import { ProgressBar } from "../../../foundation/ui/progress-bar.tsx";

interface RunFiguresProps {
  /** Name, label and figure of each. */
  readonly figures: readonly (readonly [name: string, label: string, figure: string])[];
  readonly bar: { readonly label: string; readonly value: number; readonly max: number };
  /** Below the bar, on its left and its right. */
  readonly children: ReactNode;
}

/** Progress of a run over the public export. */
export const RunFigures = ({ figures, bar, children }: RunFiguresProps) => (
  <div className="flex flex-col gap-3">
    <dl className="grid grid-cols-3 gap-3">
      {figures.map(([name, label, figure]) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-0.5">
          <dt className="text-xs text-muted">{label}</dt>
          <dd data-figure={name} className="font-display text-xl leading-tight tabular-nums">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
    <ProgressBar label={bar.label} value={bar.value} max={Math.max(1, bar.max)} className="w-full" />
    <p className="flex min-h-4 justify-between gap-3 text-xs text-muted tabular-nums">{children}</p>
  </div>
);
