import { useSyncExternalStore } from "react";

interface RunProblemProps {
  /** What is said where the worker does not run; null where it does. */
  readonly noWorker: string | null;
  /** Why the run failed; null where it did not. */
  readonly whyNot: string | null;
  readonly offline: string;
}

/** What stands in a run's way, the visitor's own connection before all else. */
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
