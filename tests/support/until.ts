/** Asks repeatedly until there is an answer. If `ask` fails, for example while a server is down, it is retried too. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false | undefined>,
  { patienceMs = 120_000, everyMs = 150 } = {},
): Promise<T> {
  let failure: unknown = null;
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`timed out waiting for ${what}`, { cause: failure });
}
