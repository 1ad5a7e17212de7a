import { setImmediate as nextTurn } from "node:timers/promises";

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins calls that arrive while an earlier one is under way: they are run together, at most so many at once. A
 * call that arrives when nothing is under way runs at once. Where a whole batch fails, each of it is run alone,
 * so that one does not take the others with it.
 */
export function gather<Item, Answer>(
  mostAtOnce: number,
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;

  async function runBatch(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      if (answers.length !== batch.length) throw new Error("a batch left calls without an answer");
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  }

  async function work() {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      await runBatch(waiting.splice(0, mostAtOnce));
      // Those just answered may call again; reading the sockets first lets them join the next batch.
      await nextTurn();
    }
    isBusy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void work();
    });
}
