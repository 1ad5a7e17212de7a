import { LAMPORTS_PER_SOL } from "../../../../domain/lamports.ts";

// Apart from the rest of this folder: pages import it before the chart library is loaded.

/** An amount in SOL as a float: for drawing only. */
export const plottedSol = (amount: bigint): number => Number(amount) / Number(LAMPORTS_PER_SOL);
