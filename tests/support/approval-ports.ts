import type { Admin } from "../../src/domain/second-admin.ts";

/** A signature in tests whose admins are names, not wallets. */
export const noSignature = { signature: new Uint8Array() };

/** What asking and approving needs, with these admins of the environment. */
export const approvalPorts = (...wallets: readonly string[]) => ({
  readAdmins: (): Promise<readonly Admin[]> =>
    Promise.resolve(wallets.map((wallet) => ({ wallet, appointed: null }))),
  secondAdminAbove: null,
  isSignedBy: () => true,
});
