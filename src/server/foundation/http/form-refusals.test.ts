import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Form, forms } from "../../../../tests/support/form-fields.ts";
import { type TestPlayer, useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { api, type EndpointName } from "../../../contract/api.ts";

const panel = useAdminPanel();
let player: TestPlayer;
beforeAll(async () => {
  player = await panel.newPlayer();
});
beforeEach(() => panel.admin.stepUp("house-money"));

/** Sends what a form sends, as an admin or as a player, about the player. */
async function send({ call, params = {} }: Form, body: Form["body"]) {
  const { method, path, access } = api[call as EndpointName];
  const caller = access === "player" ? player : panel.admin;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    return String(typeof value === "function" ? value(caller.address) : value);
  });
  const named = access === "player" ? { walletAddress: caller.address } : { adminWallet: caller.address };
  const about = "walletAddress" in body && access !== "player" ? { walletAddress: player.address } : {};
  return (change: Form["body"]) =>
    caller.call(method, `/api${filled}`, { body: { ...named, ...body, ...about, ...change } });
}

const fields = forms.flatMap((form) =>
  Object.entries(form.refused).map(([field, values]) => ({ ...form, form, field, values })),
);

describe("what a form refuses", () => {
  it.each(fields)(
    "FORMS-1 $file: $call refuses each wrong $field with 400 and names it",
    async ({ form, field, values }) => {
      const sent = await send(form, form.body);
      const taken: unknown[] = [];
      for (const value of values) {
        const { status, body } = await sent({ [field]: value });
        if (status !== 400 || !`${body.field}.`.startsWith(`${field}.`)) taken.push({ value, status, body });
      }
      expect(taken).toEqual([]);
    },
  );

  it.each(forms.filter(({ isRefused }) => isRefused !== true))(
    "FORMS-1 $file: without a wrong field $call is not refused with 400",
    async (form) => {
      const { status, body } = await (await send(form, form.body))({});
      expect({ status, body }).not.toMatchObject({ status: 400 });
    },
  );
});

describe("names that read the same", () => {
  const twins = [
    "Dead Ringer",
    " DEAD  RINGER ",
    "Ｄead-Ringer",
    "Dеаd Rіnger",
    "Déad Rinqer".replace("q", "g"),
  ];
  it.each([
    ["horses", (name: string) => ({ name, color: "#12ABEF" }), "HORSE_EXISTS"],
    [
      "titles",
      (name: string) => ({ name, slug: `slug-${Buffer.from(name).toString("hex").slice(0, 30)}` }),
      "TITLE_EXISTS",
    ],
    ["emote-groups", (name: string) => ({ name, scope: "global" }), "EMOTE_GROUP_EXISTS"],
  ])(
    "FORMS-3 of %s one is given and the others are 409, also when all are asked for at once",
    async (path, about, code) => {
      const answers = await Promise.all(twins.map((name) => panel.post(path, about(name))));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201, 409, 409, 409, 409,
      ]);
      for (const answer of answers.filter(({ status }) => status === 409))
        expect(answer).toMatchObject({ code, field: "name" });
    },
  );

  it("FORMS-3 a horse keeps its own name, and does not get another's", async () => {
    const { horse } = await panel.post("horses", { name: "Nameless", color: "#12ABEF" });
    expect((await panel.post("horses", { id: horse.id, name: "NAMELESS" })).status).toBe(200);
    expect((await panel.post("horses", { id: horse.id, description: "Still there" })).status).toBe(200);
    expect(await panel.post("horses", { id: horse.id, name: "dead ringer" })).toMatchObject({
      status: 409,
      field: "name",
    });
  });

  it("FORMS-2 a name is stored as it reads, and a blank reason is none", async () => {
    const { horse } = await panel.post("horses", { name: "  Ｆull \u00a0 Width ", color: "#12ABEF" });
    expect(horse.name).toBe("Full Width");
    await panel.post("settings", { settingKey: "house_edge", settingValue: "7.5", description: " \u3000 " });
    expect((await panel.audited())?.reason).toBeNull();
  });
});
