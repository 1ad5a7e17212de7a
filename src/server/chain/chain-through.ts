import type { Chain } from "../ports.ts";

/** A chain whose every call goes through `pass`, which decides which node is asked and how. */
export const chainThrough = (
  pass: <Answer>(ask: (node: Chain) => Promise<Answer>) => Promise<Answer>,
): Chain => ({
  genesisHash: () => pass((node) => node.genesisHash()),
  slot: (commitment) => pass((node) => node.slot(commitment)),
  tip: (commitment) => pass((node) => node.tip(commitment)),
  hasBlockhash: (blockhash) => pass((node) => node.hasBlockhash(blockhash)),
  latestBlockhash: () => pass((node) => node.latestBlockhash()),
  balance: (address, commitment) => pass((node) => node.balance(address, commitment)),
  balances: (addresses, commitment) => pass((node) => node.balances(addresses, commitment)),
  fundedBy: (address) => pass((node) => node.fundedBy(address)),
  signatureStatuses: (signatures, options) => pass((node) => node.signatureStatuses(signatures, options)),
  transaction: (signature, commitment) => pass((node) => node.transaction(signature, commitment)),
  firstAvailableBlock: () => pass((node) => node.firstAvailableBlock()),
  signaturesFor: (address, options) => pass((node) => node.signaturesFor(address, options)),
  recentPriorityFees: (accounts) => pass((node) => node.recentPriorityFees(accounts)),
  simulatedUnits: (wireTransaction) => pass((node) => node.simulatedUnits(wireTransaction)),
  send: (wireTransaction) => pass((node) => node.send(wireTransaction)),
  firstBlockFrom: (slot) => pass((node) => node.firstBlockFrom(slot)),
});
