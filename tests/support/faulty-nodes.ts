import { lamports } from "../../src/domain/lamports.ts";
import { type Chain, ChainUnavailable } from "../../src/server/foundation/ports.ts";

/** How one of several nodes behaves. `lagging` stands still at its current slot; `lying` always gives the worst answer. */
export type NodeMood = "sound" | "lagging" | "gone" | "lying";

export interface FaultyNode {
  readonly chain: Chain;
  mood(next: NodeMood): Promise<void>;
}

const MADE_UP = "4".repeat(88);
/** A blockhash that is not this one, which may begin with a 1 itself. */
const otherHash = (blockhash: string): string =>
  blockhash.replace(/^./, (first) => (first === "1" ? "2" : "1"));

/** A node whose mood is set by the test. */
export function openFaultyNode(sound: Chain): FaultyNode {
  let mood: NodeMood = "sound";
  /** The tip at the moment when it began to lag. */
  let tip = { slot: 0n, blockHeight: 0n };

  const behind = () => new ChainUnavailable("the node is behind");
  const isOld = (slot: bigint) => slot <= tip.slot;
  const answerOf = async <Answer>(of: {
    readonly sound: () => Promise<Answer>;
    readonly lagging: () => Promise<Answer>;
    readonly lying: () => Promise<Answer>;
  }): Promise<Answer> => {
    if (mood === "gone") throw new ChainUnavailable("nobody answers");
    return of[mood]();
  };

  const chain: Chain = {
    genesisHash: () =>
      answerOf({
        sound: () => sound.genesisHash(),
        lagging: () => sound.genesisHash(),
        lying: () => sound.genesisHash(),
      }),
    slot: () =>
      answerOf({
        sound: () => sound.slot(),
        lagging: async () => tip.slot,
        lying: async () => (await sound.slot()) + 1_000_000n,
      }),
    newestSlot: () =>
      answerOf({
        sound: () => sound.newestSlot(),
        lagging: async () => tip.slot,
        lying: async () => (await sound.newestSlot()) + 1_000_000n,
      }),
    // As if everything that was signed had expired.
    tip: () =>
      answerOf({
        sound: () => sound.tip(),
        lagging: async () => tip,
        async lying() {
          const { slot, blockHeight } = await sound.tip();
          return { slot: slot + 1_000_000n, blockHeight: blockHeight + 1_000_000n };
        },
      }),
    latestBlockhash: () =>
      answerOf({
        sound: () => sound.latestBlockhash(),
        lagging: () => sound.latestBlockhash(),
        // As if what is signed now had already expired.
        async lying() {
          const { slot, blockhash, lastValidBlockHeight } = await sound.latestBlockhash();
          return { blockhash: otherHash(blockhash), slot: slot + 10n, lastValidBlockHeight };
        },
      }),
    hasBlockhash: (blockhash) =>
      answerOf({
        sound: () => sound.hasBlockhash(blockhash),
        lagging: async () => false,
        lying: async () => !(await sound.hasBlockhash(blockhash)),
      }),
    balance: (address) =>
      answerOf({
        sound: () => sound.balance(address),
        lagging: async () => lamports(0n),
        lying: async () => lamports((await sound.balance(address)) * 1_000n + 1n),
      }),
    balances: (addresses) =>
      answerOf({
        sound: () => sound.balances(addresses),
        lagging: async () => ({ slot: tip.slot, lamports: addresses.map(() => lamports(0n)) }),
        async lying() {
          const { slot, lamports: balances } = await sound.balances(addresses);
          return { slot, lamports: balances.map((each) => lamports(each + 7n)) };
        },
      }),
    fundedBy: (address) =>
      answerOf({
        sound: () => sound.fundedBy(address),
        lagging: async () => null,
        lying: async () => 10n ** 12n,
      }),
    // Reports what landed as missing, and what did not land as final.
    signatureStatuses: (signatures, options) =>
      answerOf({
        sound: () => sound.signatureStatuses(signatures, options),
        async lagging() {
          if (options.asOf > tip.slot) throw behind();
          const statuses = await sound.signatureStatuses(signatures, { asOf: 0n });
          return statuses.map((status) => (status && isOld(status.slot) ? status : null));
        },
        async lying() {
          const statuses = await sound.signatureStatuses(signatures, { asOf: 0n });
          return statuses.map((status) => (status === null ? { slot: 5n, error: null } : null));
        },
      }),
    transaction: (signature) =>
      answerOf({
        sound: () => sound.transaction(signature),
        async lagging() {
          const found = await sound.transaction(signature);
          return found && isOld(found.slot) ? found : null;
        },
        async lying() {
          const found = await sound.transaction(signature);
          if (found === null) return null;
          const [first = 0n, ...others] = found.balanceChanges;
          return { ...found, balanceChanges: [first, ...others.map((change) => change * 1_000n)] as never };
        },
      }),
    firstAvailableBlock: () =>
      answerOf({
        sound: () => sound.firstAvailableBlock(),
        lagging: () => sound.firstAvailableBlock(),
        lying: async () => 0n,
      }),
    signaturesFor: (address, options) =>
      answerOf({
        sound: () => sound.signaturesFor(address, options),
        async lagging() {
          if ((options.asOf ?? 0n) > tip.slot) throw behind();
          const history = await sound.signaturesFor(address, { ...options, asOf: 0n });
          return history.filter(({ slot }) => isOld(slot));
        },
        async lying() {
          const history = await sound.signaturesFor(address, { ...options, asOf: 0n });
          const oldest = history.at(-1);
          return oldest ? [{ ...oldest, signature: MADE_UP, slot: oldest.slot + 1n }, oldest] : [];
        },
      }),
    recentPriorityFees: (accounts) =>
      answerOf({
        sound: () => sound.recentPriorityFees(accounts),
        lagging: async () => [],
        lying: async () => [10n ** 18n],
      }),
    simulatedUnits: (wire) =>
      answerOf({
        sound: () => sound.simulatedUnits(wire),
        lagging: async () => null,
        lying: async () => 1_400_000,
      }),
    send: (wire) =>
      answerOf({
        sound: () => sound.send(wire),
        lagging: () => sound.send(wire),
        lying: async () => undefined,
      }),
    firstBlockFrom: (slot) =>
      answerOf({
        sound: () => sound.firstBlockFrom(slot),
        async lagging() {
          const block = await sound.firstBlockFrom(slot);
          return block && isOld(block.slot) ? block : null;
        },
        async lying() {
          const block = await sound.firstBlockFrom(slot);
          return block && { ...block, blockhash: otherHash(block.blockhash) };
        },
      }),
  };

  return {
    chain,
    async mood(next) {
      mood = next;
      tip = await sound.tip();
    },
  };
}
