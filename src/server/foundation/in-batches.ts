import { setImmediate as nextTurn } from "node:timers/promises";

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches calls that arrive while an earlier one is running, at most `batchSize` together. A call that arrives when
 * nothing is running starts at once. If a whole batch fails, each of its calls is run separately, so that one does not
 * fail the others.
 */
export function inBatches<Item, Answer>(
  batchSize: number,
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;

  async function runBatch(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      if (answers.length !== batch.length) throw new Error("a batch left calls without an answer");
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  }

  async function drainWaiting() {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      await runBatch(waiting.splice(0, batchSize));
      // Callers just answered may call again; reading the sockets first lets them join the next batch.
      await nextTurn();
    }
    isBusy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void drainWaiting();
    });
}
