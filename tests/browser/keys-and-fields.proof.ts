import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { raceOutcome } from "../../src/domain/fairness.ts";
import { adminTabs } from "../../src/web/features/admin/tabs.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import { visit } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });

/** A press on a keyboard of another country: what its key types, and where it is. */
const press = (page: Page, key: string, code: string) =>
  page.evaluate(
    (typed) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...typed, bubbles: true })),
    { key, code },
  );

it("PAGE-5 a horse and an amount are chosen by the keys of a French and a Russian keyboard", async () => {
  const visitor = await visit(site.browser, { name: "claude", url: site.url });
  const { page } = visitor;
  await signUpWithSol(visitor);
  await page.goto(site.url);
  await page.getByRole("radio", { name: /^2 /, disabled: false }).waitFor({ timeout: 60_000 });
  const isPicked = (number: number) =>
    page.getByRole("radio", { name: new RegExp(`^${number} `) }).isChecked();
  await until("the French 2", async () => {
    await press(page, "é", "Digit2");
    return isPicked(2);
  });
  await press(page, "ц", "KeyW");
  await expect.poll(() => page.locator("#bet-amount").inputValue()).toBe("0.25");
  await press(page, "4", "Digit4");
  await expect.poll(() => isPicked(4)).toBe(true);
});

/** The fields that are seen, with the size of their letters. */
const smallFields = (page: Page) =>
  page
    .locator("input:not([type=radio], [type=checkbox], [type=range]), textarea, select")
    .evaluateAll((fields) =>
      fields
        .filter((field) => field.getClientRects().length > 0)
        .map((field) => `${field.id || field.getAttribute("name")} ${getComputedStyle(field).fontSize}`)
        .filter((field) => Number.parseFloat(field.split(" ").at(-1) ?? "") < 16),
    );

it("PAGE-6 no field on a phone is so small that the phone zooms to it", async () => {
  const visitor = await visit(site.browser, { name: "zoom", url: site.url }, { width: 390, height: 844 });
  const { page } = visitor;
  await signUpWithSol(visitor);
  for (const path of [
    "/",
    "/provably-fair",
    "/provably-fair/history",
    "/dashboard",
    "/dashboard/profile",
    "/dashboard/referrals",
    "/dashboard/history",
    "/overlay/setup",
  ]) {
    await page.goto(`${site.url}${path}`);
    await page.waitForLoadState("networkidle");
    expect([path, await smallFields(page)]).toEqual([path, []]);
  }
});

it("PAGE-6 nor is a field of the admin panel", async () => {
  const { page } = await visitAsAdmin(
    site.browser,
    { username: "zoom_admin", url: site.url, path: "/admin" },
    { width: 390, height: 844 },
  );
  for (const { name: tab } of adminTabs) {
    await page.goto(`${site.url}/admin/${tab}`);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect([tab, await smallFields(page)]).toEqual([tab, []]);
  }
}, 240_000);

it("FAIR-35 a seed in capitals or with 0x is the same seed, and another text is refused at its field", async () => {
  const seed = "ab12".repeat(16);
  const { winner } = raceOutcome(seed, "race-1", "1");
  const { page } = await visit(
    site.browser,
    { name: "typed", url: `${site.url}/provably-fair` },
    { width: 390, height: 844 },
  );
  const verify = async (text: string) => {
    await page.locator("input[name=seed]").fill(text);
    await page.locator("input[name=race]").fill("race-1");
    await page.locator("input[name=nonce]").fill("1");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
  };
  await verify("lucky horse");
  await page.getByRole("alert").getByText("A seed is 64 hexadecimal digits").waitFor();
  expect(await page.locator("input[name=seed]").getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByTestId("winning-horse").count()).toBe(0);
  expect(await objectionsInThemes(page, "no-seed")).toEqual([]);
  for (const text of [seed.toUpperCase(), `0x${seed}`, ` 0X${seed} `]) {
    await verify(text);
    await page.getByTestId("steps").getByText(seed).first().waitFor();
    expect(await page.getByTestId("winning-horse").innerText()).toBe(String(winner));
    await page.reload();
  }
});
