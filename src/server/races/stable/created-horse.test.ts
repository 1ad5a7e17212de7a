import { expect, it } from "vitest";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";

const panel = useAdminPanel();

it("HORSES-2 a new horse is answered with 201, a changed one with 200", async () => {
  const added = await panel.post("horses", { name: "Fresh Start", color: "#12abef" });
  expect(added).toMatchObject({ status: 201, success: true, horse: { name: "Fresh Start", lane: null } });
  const changed = await panel.post("horses", { id: added.horse.id, name: "Second Start" });
  expect(changed).toMatchObject({ status: 200, horse: { id: added.horse.id, name: "Second Start" } });
  expect(await panel.post("horses", { id: null, name: "Third", color: "#12abee" })).toMatchObject({
    status: 201,
  });
});
