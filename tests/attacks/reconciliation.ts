import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import type { Player } from "../support/player.ts";
import type { Json } from "../support/browser-session.ts";
import { dataFile, type Fixture } from "./fixture.ts";

export function reconciliationAttacks(fixture: () => Fixture) {
  let player: Player;
  let masterPassword: string;
  beforeAll(async () => {
    player = await fixture().newPlayer();
    masterPassword = dataFile(fixture(), "house-password").toString().trim();
  });
  afterAll(() => fixture().booksAgree());

  const solvency = async (): Promise<Json> => (await player.call("GET", "/api/solvency")).body;
  const gauge = async (name: string) => {
    const { text } = await fixture().visitor().call("GET", "/metrics");
    return new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1];
  };
  const resume = async (body: Json) => {
    await fixture().admin.stepUp("house-money");
    return fixture().admin.call("POST", "/api/house-wallet/resume-payments", {
      body: { adminWallet: fixture().admin.address, ...body },
    });
  };

  it("somebody writes money into the books that is not on the chain: payments halt, everybody can see it", async () => {
    await fixture().query(
      `with made as (
         insert into ledger_postings (reference, kind, ledger, created_at)
         values ('forged', 'house funding', 'real', now()) returning id)
       insert into ledger_entries (posting_id, account, lamports)
       select id, account, lamports from made, (values ('chain:hot', -1000), ('equity', 1000)) as e (account, lamports)`,
    );
    await until("payments to halt", async () => (await solvency()).paymentsHalted, { patienceMs: 60_000 });
    expect(await solvency()).toMatchObject({ paymentsHalted: true, difference: "-1000" });
    expect(await gauge("furlong_payments_halted")).toBe("1");
    expect(await gauge("furlong_solvency_difference_lamports")).toBe("-1000");
    const { body } = await fixture().admin.call("GET", `/api/notifications/${fixture().admin.address}`);
    expect(body.notifications[0]).toMatchObject({ type: "payments_halted" });
  });

  it("a player withdraws while payments are halted: 503, and its balance stays", async () => {
    const answer = await player.call("POST", "/api/wallet/withdraw", { body: { amount: 1 } });
    expect([answer.status, answer.body.code]).toEqual([503, "PAYMENTS_HALTED"]);
  });

  it("an admin resumes by the settings, without a password, or with a wrong one: they stay halted", async () => {
    const setting = { adminWallet: fixture().admin.address, settingKey: "payments_halted", settingValue: "" };
    expect((await fixture().admin.call("POST", "/api/admin/settings", { body: setting })).status).toBe(400);
    expect((await resume({ reason: "trust me" })).status).toBe(400);
    const wrong = await resume({ masterPassword: `${masterPassword}x`, reason: "trust me" });
    expect([wrong.status, wrong.body.code]).toEqual([403, "MASTER_PASSWORD_WRONG"]);
    expect((await solvency()).paymentsHalted).toBe(true);
  });

  it("wrong passwords come twenty at once, the right one among them: one is looked at, the others wait", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        resume({
          masterPassword: at === 10 ? masterPassword : `Wrong-${at}-Wrong-${at}`,
          reason: "trust me",
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 403)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(19);
    expect((await solvency()).paymentsHalted).toBe(true);
  });

  it("an admin with the password resumes: only with an explanation, which leaves an audit row and a booking", async () => {
    const patiently = (body: Json) =>
      until("the password to be looked at", async () => {
        const answer = await resume({ masterPassword, ...body });
        return answer.status !== 429 && answer;
      });
    const silent = await patiently({});
    expect([silent.status, silent.body.code]).toEqual([409, "BOOKS_DIFFER"]);
    const explained = await patiently({ reason: "a test of the books" });
    expect([explained.status, explained.body.paymentsHalted]).toEqual([200, false]);
    const [row] = await fixture().query("select * from audit_log order by id desc limit 1");
    expect(row).toMatchObject({
      actor: fixture().admin.address,
      action: "payments.resume",
      detail: { difference: "-1000" },
      reason: "a test of the books",
    });
    expect(await gauge("furlong_payments_halted")).toBe("0");
  });
}
