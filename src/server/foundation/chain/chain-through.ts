import type { Chain } from "../ports.ts";

/** A chain whose every call goes through `pass`, which decides which node is asked and how. */
export const chainThrough = (
  pass: <Answer>(ask: (node: Chain) => Promise<Answer>) => Promise<Answer>,
): Chain => ({
  genesisHash: () => pass((node) => node.genesisHash()),
  slot: () => pass((node) => node.slot()),
  newestSlot: () => pass((node) => node.newestSlot()),
  tip: () => pass((node) => node.tip()),
  hasBlockhash: (blockhash) => pass((node) => node.hasBlockhash(blockhash)),
  latestBlockhash: (options) => pass((node) => node.latestBlockhash(options)),
  balance: (address) => pass((node) => node.balance(address)),
  balances: (addresses) => pass((node) => node.balances(addresses)),
  fundedBy: (address) => pass((node) => node.fundedBy(address)),
  signatureStatuses: (signatures, options) => pass((node) => node.signatureStatuses(signatures, options)),
  transaction: (signature) => pass((node) => node.transaction(signature)),
  firstAvailableBlock: () => pass((node) => node.firstAvailableBlock()),
  signaturesFor: (address, options) => pass((node) => node.signaturesFor(address, options)),
  recentPriorityFees: (accounts) => pass((node) => node.recentPriorityFees(accounts)),
  simulatedUnits: (wireTransaction) => pass((node) => node.simulatedUnits(wireTransaction)),
  send: (wireTransaction) => pass((node) => node.send(wireTransaction)),
  firstBlockFrom: (slot) => pass((node) => node.firstBlockFrom(slot)),
});
