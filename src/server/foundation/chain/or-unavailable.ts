import { ChainUnavailable } from "../ports.ts";

/** The answer, or null when the chain node gave none; any other failure is rethrown. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}
