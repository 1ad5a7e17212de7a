import type { ChainCommitment } from "../chain/commitments.ts";
import type { ChainEvent, LocalChain } from "../chain/local-chain.ts";
import { renderAccount } from "./account-methods.ts";
import type { Json } from "./json.ts";
import {
  type Params,
  choice,
  commitment,
  config,
  dataEncodings,
  faultOfBase58,
  text,
  unknownVariant,
} from "./params.ts";
import { invalidParams } from "./rpc-error.ts";

interface Seen {
  readonly results: readonly Json[];
  /** Whether the subscription will send nothing more. */
  readonly isOver?: boolean;
}

/** Examines an event, or with null the present state, and returns what to notify. */
export type Subscription = (event: ChainEvent | null) => Seen;

type Kind = (chain: LocalChain, params: Params) => Subscription;

const nothing: Seen = { results: [] };
const at = (slot: number, value: Json): Json => ({ context: { slot }, value });

/** Transactions that have just reached the commitment, or none. */
const reaching = (event: ChainEvent | null, commitment: ChainCommitment) =>
  event?.kind === "transactions" && event.commitment === commitment ? event.transactions : [];

const signature: Kind = (chain, params) => {
  const signature = base58Of(text(params, 0), 64, "signature");
  const level = commitment(chain, config(params, 1));
  return (event) => {
    const isRelevant =
      event === null || reaching(event, level).some(({ record }) => record.signature === signature);
    const found = isRelevant ? chain.recent(signature) : null;
    if (!found || (level === "finalized" && found.commitment === "processed")) return nothing;
    return { results: [at(found.record.slot, { err: found.record.error })], isOver: true };
  };
};

const account: Kind = (chain, params) => {
  const address = base58Of(text(params, 0), 32, "pubkey");
  const options = config(params, 1, "RpcAccountInfoConfig");
  choice(options, "encoding", dataEncodings, null);
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

/** The address whose transactions are asked for; null for all. */
function mentionedIn(filter: unknown): string | null {
  if (filter === "all" || filter === "allWithVotes") return null;
  if (typeof filter === "string") throw unknownVariant(filter, ["all", "allWithVotes", "mentions"]);
  const { mentions } = config([filter], 0);
  if (!Array.isArray(mentions) || mentions.length !== 1) throw invalidRequest("Only 1 address supported");
  return base58Of(text(mentions, 0), 32, "mentions");
}

function base58Of(value: string, bytes: number, name: string): string {
  if (faultOfBase58(value, bytes) !== null) throw invalidRequest(`Invalid ${name} provided`);
  return value;
}

const invalidRequest = (why: string) => invalidParams(`Invalid Request: ${why}`);

const logs: Kind = (chain, params) => {
  const mentioned = mentionedIn(params[0]);
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
