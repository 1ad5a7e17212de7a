import { askAccounts, askAirdrops } from "./ask-accounts.ts";
import { askCluster } from "./ask-cluster.ts";
import { askForms } from "./ask-forms.ts";
import { askLanded } from "./ask-landed.ts";
import { askExpired, askSending } from "./ask-sending.ts";
import { askSimulation } from "./ask-simulation.ts";
import { askSubscriptions } from "./ask-subscriptions.ts";
import { askVersions } from "./ask-versions.ts";
import { type NodeAddress, nodeCaller } from "./node-caller.ts";
import { signerOf, transactionSigner } from "./signed-transactions.ts";

/**
 * The calls that the product, wallets and client libraries make of a node, right and wrong, on a new chain. Resolves
 * with each whole answer by its title; two nodes that behave alike give equal answers.
 */
export async function askEverything(address: NodeAddress) {
  const node = nodeCaller(address);
  const actors = {
    alice: await signerOf("alice"),
    bob: (await signerOf("bob")).address,
    carol: await signerOf("carol"),
    nobody: (await signerOf("nobody")).address,
  };
  for (const [name, actor] of Object.entries(actors)) {
    node.name(typeof actor === "string" ? actor : actor.address, name);
  }
  const play = { node, sign: transactionSigner(node), ...actors, firstBlockhash: "" };
  const { blockhash } = (await node.valueOf("getLatestBlockhash")).value;
  play.firstBlockhash = blockhash;
  await askForms(play);
  await askCluster(play);
  await askAirdrops(play);
  await askAccounts(play);
  await askSending(play);
  await askSimulation(play);
  await askLanded(play);
  await askSubscriptions(play);
  await askVersions(play);
  await askExpired(play);
  return node.answers;
}
