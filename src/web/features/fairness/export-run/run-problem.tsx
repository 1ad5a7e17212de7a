import { useSyncExternalStore } from "react";

interface RunProblemProps {
  /** Shown if the worker does not run; null if it does. */
  readonly noWorker: string | null;
  /** Why the run failed; null if it did not. */
  readonly whyNot: string | null;
  readonly offline: string;
}

/** What prevents a run, the visitor's own connection first of all. */
export function RunProblem({ noWorker, whyNot, offline }: RunProblemProps) {
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const text = noWorker ?? (whyNot === null || isOnline ? whyNot : offline);
  return text === null ? null : (
    <p role="alert" className="rounded-m border border-warn/60 p-3 break-words text-warn">
      {text}
    </p>
  );
}

function watchConnection(onChange: () => void): () => void {
  const names = ["online", "offline"] as const;
  for (const name of names) addEventListener(name, onChange);
  return () => {
    for (const name of names) removeEventListener(name, onChange);
  };
}
