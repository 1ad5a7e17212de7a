type Close = () => Promise<void> | void;

export interface Closers {
  /** Adds something to close; the last one added is closed first. */
  readonly add: (close: Close) => void;
  /** Closes everything, once. */
  readonly closeAll: () => Promise<void>;
}

export function openClosers(): Closers {
  const closers: Close[] = [];
  let closing: Promise<void> | null = null;
  const run = async () => {
    for (const close of closers.toReversed()) await close();
  };
  return {
    add: (close) => void closers.push(close),
    closeAll: () => (closing ??= run()),
  };
}
