import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forms } from "../support/form-fields.ts";
import { filesIn } from "../support/import-graph.ts";

/*
 * tests/support/form-fields.ts holds the wrong values of every form, which a test sends to its call. A component with a
 * field is either one of those forms, or here, with the reason why nothing is stored of what is typed in it.
 */

const root = join(import.meta.dirname, "../..");

/** Searches and filters: what is typed only chooses what is shown. */
const searches = [
  "admin/audit/audit-tab",
  "admin/palette/command-palette",
  "admin/payouts/payouts-tab",
  "admin/races/race-search",
  "admin/users/users-tab",
  "admin/users/referral-lookup",
  "players/history-page",
  "admin/approvals/approvals-tab",
  "admin/announcements/announcements-tab",
  "admin/special/special-queue",
  "admin/announcements/announcement-viewers",
  "admin/special/past-special-races",
  "admin/titles/title-holders",
  "admin/users/chat-history",
  "admin/users/unprofiled-wallets",
  "admin/wallets/transactions",
  "admin/wallets/withdrawals",
  "ui/search-field",
  "gallery/gallery-page",
  "admin/kit/sort-field",
  "chat/reports/report-queue",
  "admin/settings/setting-history",
];

/** Controls that forms are made of; the forms that use them are listed. */
const controls = [
  "admin/kit/fields",
  "admin/kit/reason-field",
  "admin/kit/assign-part",
  "admin/kit/color-picker",
  "admin/wallets/password-rules",
  "admin/kit/file-drop",
  "admin/kit/bits",
  "ui/amount-field",
  "ui/checkbox",
  "ui/choice",
  "ui/switch",
];

/** What stays in the page: a typed confirmation, a link to copy, the verifier, a replay, the shape of a clip. */
const local = [
  "admin/kit/confirm-dialog",
  "referrals/copy-link",
  "overlay/overlay-setup-page",
  "replay/replay-controls",
  "fairness/history/chain-choice",
  "fairness/offline-file/offline-verifier",
  "fairness/offline-file/race-data",
  "fairness/verifier/verify-form",
  "fairness/verifier/fairness-page",
  "sign-in/connect/connect-dialog",
  "share/clip/clip-dialog",
  "bets/stake-source-choice",
  "races/horse-list",
];

/** Forms whose wrong input other tests send: a file of sealed keys, and a chat message, which goes by the socket. */
const elsewhere = ["admin/wallets/restore-form", "admin/wallets/house-actions", "chat/composer"];

/** Parts of a form that is listed. */
const parts = ["admin/settings/setting-row", "admin/settings/network-setting", "bets/mobile-bet-bar"];

const exempt = [...searches, ...controls, ...local, ...elsewhere, ...parts].map((name) => `${name}.tsx`);

const aField =
  /<(?:TextField|TextArea|AmountField|ReasonField|PasswordField|NewPasswordFields|SearchField|SelectField|ColorPicker|FileDrop|AssignPart|Choice|input|textarea|select)\b/g;

const components = filesIn("src/web")
  .filter((path) => path.endsWith(".tsx") && !path.includes(".test."))
  .map((path) => ({
    path: path.slice("src/web/".length).replace(/^(features|foundation)\//, ""),
    code: readFileSync(join(root, path), "utf8"),
  }));
const withFields = components.filter(({ code }) => code.search(aField) >= 0).map(({ path }) => path);
const listed = [...new Set(forms.map(({ file }) => file))];

it("every component with a field is a form whose wrong values are sent to its call, or says why not", () => {
  expect(withFields.filter((path) => !listed.includes(path) && !exempt.includes(path))).toEqual([]);
});

it("no form is listed that does not exist, or twice", () => {
  expect([...listed, ...exempt].filter((path) => !withFields.includes(path))).toEqual([]);
  expect(listed.filter((path) => exempt.includes(path))).toEqual([]);
});

it("a form has no limit of its own", () => {
  const own = components
    .filter(({ path }) => listed.includes(path) || controls.includes(path.replace(".tsx", "")))
    .flatMap(({ path, code }) =>
      (code.match(/\b(?:maxLength|minLength|min|max|step)=\{[^}]*\d[^}]*\}/g) ?? []).map(
        (at) => `${path}: ${at}`,
      ),
    );
  expect(own).toEqual([]);
});

/** One control or another, for the same field. */
const alternatives = ["admin/settings/setting-control.tsx"];

it("each field of a form has wrong values in the list", () => {
  const fieldsOf = (path: string) =>
    (components.find((one) => one.path === path)?.code.match(aField) ?? []).filter(
      (tag) => !/^<(input|SearchField)$/.test(tag),
    ).length;
  const tested = (path: string) =>
    new Set(forms.filter(({ file }) => file === path).flatMap(({ refused }) => Object.keys(refused))).size;
  expect(
    listed.filter((path) => !alternatives.includes(path) && tested(path) < Math.max(1, fieldsOf(path))),
  ).toEqual([]);
  const empty = forms.filter(({ refused }) => Object.values(refused).some((values) => values.length === 0));
  expect(empty.map(({ file }) => file)).toEqual([]);
});
