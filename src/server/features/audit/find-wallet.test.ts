import { expect, it } from "vitest";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { admins } from "../../foundation/db/schema/admins.ts";

const panel = useAdminPanel();
const read = async (query: string) =>
  (await panel.admin.call("GET", `/api/admin/audit?limit=100&${query}`)).body.rows as readonly {
    readonly actor: string;
    readonly subject: string | null;
  }[];

it("USERS-8 what a table shows of a wallet finds it, pasted with its ellipsis too", async () => {
  const player = await panel.newPlayer();
  await panel.admin.stepUp("house-money");
  await panel.post("user/roles", { walletAddress: player.address, isPartner: true });
  for (const prefix of [player.address.slice(0, 8), `${player.address.slice(0, 8)}…`])
    for (const field of ["search", "subject"])
      expect(await read(`${field}=${encodeURIComponent(prefix)}`)).toMatchObject([
        { subject: player.address },
      ]);
  const users = await panel.admin.call(
    "GET",
    `/api/admin/users?search=${encodeURIComponent(`${player.address.slice(0, 8)}…`)}`,
  );
  expect(users.body.users).toMatchObject([{ wallet_address: player.address }]);
});

it("USERS-8 a wallet that begins like another text does not replace what the text means", async () => {
  const vanity = `system${"1".repeat(38)}`;
  await panel.server.db.transaction(async (tx) => {
    const at = new Date(panel.server.clock.now());
    await tx.insert(admins).values({ wallet: vanity, appointedAt: at, appointedBy: panel.wallet.address });
    await writeAudit(tx, { at, actor: vanity, action: "title.create" });
    await writeAudit(tx, { at, actor: "system", action: "server.start" });
  });
  for (const field of ["search", "actor"]) {
    const actors = new Set((await read(`${field}=system`)).map(({ actor }) => actor));
    expect(actors).toEqual(new Set(["system", vanity]));
  }
});
