import type { ChainCommitment } from "../chain/commitments.ts";
import type { ChainEvent, LocalChain } from "../chain/local-chain.ts";
import { renderAccount } from "./account-methods.ts";
import type { Json } from "./json.ts";
import { API_VERSION } from "./methods.ts";
import { type Params, addressOf, commitment, config, list, signatureOf, text } from "./params.ts";

interface Seen {
  readonly results: readonly Json[];
  /** Whether the subscription will send nothing more. */
  readonly isOver?: boolean;
}

/** Examines an event, or with null the present state, and returns what to notify. */
export type Subscription = (event: ChainEvent | null) => Seen;

type Kind = (chain: LocalChain, params: Params) => Subscription;

const nothing: Seen = { results: [] };
const at = (slot: number, value: Json): Json => ({ context: { slot, apiVersion: API_VERSION }, value });

/** Transactions that have just reached the commitment, or none. */
const reaching = (event: ChainEvent | null, wanted: ChainCommitment) =>
  event?.kind === "transactions" && event.commitment === wanted ? event.transactions : [];

const order: readonly ChainCommitment[] = ["processed", "confirmed", "finalized"];

const signature: Kind = (chain, params) => {
  const wanted = signatureOf(text(params, 0));
  const level = commitment(chain, config(params, 1));
  return (event) => {
    const isRelevant =
      event === null || reaching(event, level).some(({ record }) => record.signature === wanted);
    const found = isRelevant ? chain.recent(wanted) : null;
    if (!found || order.indexOf(found.commitment) < order.indexOf(level)) return nothing;
    return { results: [at(found.record.slot, { err: found.record.error })], isOver: true };
  };
};

const account: Kind = (chain, params) => {
  const address = addressOf(text(params, 0));
  const options = config(params, 1);
  const level = commitment(chain, options);
  return (event) => {
    const change = reaching(event, level).findLast(({ before }) => before.has(address));
    if (!change) return nothing;
    const state = renderAccount(chain.account(address, level), options) ?? emptyAccount;
    return { results: [at(change.record.slot, state)] };
  };
};

/** How a node shows an account that ceased to exist. */
const emptyAccount: Json = {
  data: ["", "base64"],
  executable: false,
  lamports: 0,
  owner: "11111111111111111111111111111111",
  rentEpoch: 0,
  space: 0,
};

const logs: Kind = (chain, params) => {
  const filter = params[0];
  const mentioned =
    filter === "all" || filter === "allWithVotes"
      ? null
      : addressOf(list([config(params, 0)["mentions"]], 0, 1)[0]);
  const level = commitment(chain, config(params, 1));
  return (event) => ({
    results: reaching(event, level)
      .filter(({ accounts }) => mentioned === null || accounts.includes(mentioned))
      .map(({ record }) =>
        at(record.slot, { signature: record.signature, err: record.error, logs: record.logs }),
      ),
  });
};

const slot: Kind = () => (event) =>
  event?.kind === "slot"
    ? { results: [{ slot: event.slot, parent: event.slot - 1, root: event.root }] }
    : nothing;

const root: Kind = () => (event) => (event?.kind === "slot" ? { results: [event.root] } : nothing);

/** The kinds of subscriptions, by the first word of `…Subscribe`. */
export const subscriptionKinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries({ signature, account, logs, slot, root }),
);
