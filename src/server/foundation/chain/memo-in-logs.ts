/**
 * The memos that a transaction's logs show, in the form in which nodes list them with a signature; null for none. Other
 * programs can write such lines too, so this proves nothing.
 */
export function memoInLogs(logs: readonly string[]): string | null {
  const memos = logs.flatMap((line, index) => {
    const [, length, text] = /^Program log: Memo \(len (\d+)\)(?:: "(.*)")?$/.exec(line) ?? [];
    // The newer memo program logs the text on a line of its own.
    const memo = text ?? /^Program log: (.*)$/s.exec(logs[index + 1] ?? "")?.[1];
    return length === undefined || memo === undefined ? [] : [`[${length}] ${memo}`];
  });
  return memos.length === 0 ? null : memos.join("; ");
}
