import { create } from "zustand";
import { type StakeSource, stakeSources } from "../../../contract/bets/stake-source.ts";
import { readStored, writeStored } from "../../foundation/lib/storage.ts";

const STORED = "stakeSource";

const remembered = (): StakeSource =>
  stakeSources.find((source) => source === readStored(STORED)) ?? "wallet";

/** Where the next stake comes from; remembered (rule BET-24). */
export const useStakeSource = create<{ readonly source: StakeSource }>(() => ({ source: remembered() }));

export function chooseStakeSource(source: StakeSource): void {
  writeStored(STORED, source);
  useStakeSource.setState({ source });
}

export const otherSource = (source: StakeSource): StakeSource => (source === "wallet" ? "balance" : "wallet");
