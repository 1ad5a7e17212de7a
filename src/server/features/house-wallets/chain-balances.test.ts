import { expect, it } from "vitest";
import { cheapCost, masterPassword } from "../../../../tests/support/house.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { approvalPorts } from "../../../../tests/support/approval-ports.ts";
import { budgetOf, nodeGovernor } from "../../adapters/node-governor.ts";
import { performOrAsk } from "../approvals/perform-or-ask.ts";
import { chainThrough } from "../../foundation/chain/chain-through.ts";
import { lowPriority } from "../../foundation/chain/caller.ts";
import { openPayouts } from "../payouts/open-payouts.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { addWallets } from "./add-wallets.ts";
import { houseHandlers } from "./handlers.ts";

const { house } = await openPaying();
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** The chain behind a node that allows as many calls as a public one. */
function openGoverned() {
  const clock = manualClock();
  const sent: string[] = [];
  const node = { isDown: false };
  const transport = nodeGovernor({ budget: budgetOf(100), clock, log }).govern(
    async <Response>({ payload }: { payload: unknown }) => {
      sent.push((payload as { method: string }).method);
      return {} as Response;
    },
  );
  const chain: Chain = chainThrough(async (ask) => {
    if (node.isDown) throw new ChainUnavailable("the node is down");
    let method = "";
    const named = new Proxy(house.chain, {
      get: (target, name: keyof Chain) => {
        method = name;
        return target[name];
      },
    });
    const answer = ask(named);
    await transport({ payload: { method } });
    return answer;
  });
  const panel = houseHandlers({
    ...house,
    ...openPayouts(house),
    clock,
    chain: lowPriority(chain),
    performOrAsk: performOrAsk({ ...house, ...approvalPorts("admin-wallet") }),
    cost: cheapCost,
  });
  return { clock, chain, sent, node, panel };
}

it("LIMITS-18 HOUSE-1 the page of 60 wallets, open in many places, leaves the node's budget to payments", async () => {
  const added = await addWallets(house, { masterPassword, kind: "deposit", count: 50, by: "admin-wallet" });
  const more = await addWallets(house, { masterPassword, kind: "hot", count: 7, by: "admin-wallet" });
  expect([added.ok, more.ok]).toEqual([true, true]);
  const { clock, chain, sent, node, panel } = openGoverned();
  const open = async () => (await panel.getHouseOverview()).value.wallets;

  for (let round = 0; round < 3; round += 1) {
    const pages = await Promise.all([open(), open(), open()]);
    for (const wallets of pages) {
      expect(wallets).toHaveLength(60);
      expect(wallets.every(({ balanceMatch }) => balanceMatch)).toBe(true);
    }
    await clock.advance(10_000);
  }
  expect(sent).toEqual(Array(9).fill("balances"));
  // A payment finds room at once.
  await chain.balance(house.address.hot);
  expect(sent.at(-1)).toBe("balance");

  node.isDown = true;
  expect((await open()).map(({ onChainBalance }) => onChainBalance)).toEqual(Array(60).fill(null));
});
