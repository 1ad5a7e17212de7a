import * as z from "zod/mini";
import { approval } from "../approvals/approvals.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { text } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/typed-text.ts";

export const setting = z.object({
  id: z.string(),
  setting_key: z.string(),
  setting_value: z.string(),
  description: z.string(),
  /** Set by the environment: it cannot be changed here. */
  fixed: z.boolean(),
});

export const adminSettings = {
  listSettings: endpoint({
    method: "GET",
    path: "/admin/settings",
    access: "public",
    claims: adminReadClaims,
    summary: "All settings for an admin; for others only the keys that the public pages need",
    query: z.object(adminQuery),
    reply: z.object({ settings: z.array(setting) }),
  }),
  updateSetting: endpoint({
    method: "POST",
    path: "/admin/settings",
    access: "admin",
    movesMoney: true,
    /** For the theme; the other settings require a fresh one. */
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Change one setting; open races keep their own",
    refuses: [
      "SETTING_UNKNOWN",
      "SETTING_INVALID",
      "SETTING_FIXED",
      "RPC_URL_REFUSED",
      "NETWORK_MONEY_OPEN",
      "STEP_UP_REQUIRED",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({
      ...adminBody,
      settingKey: text(64, 1),
      /** Text, or a number or boolean, which is taken as its text. */
      settingValue: z.union([text(4096), z.number(), z.boolean()], { error: "must be a setting's value" }),
      description: reason,
    }),
    reply: z.object({
      /** The setting as it is now. */
      setting,
      changed,
      approval: z.nullable(approval),
    }),
  }),
};
