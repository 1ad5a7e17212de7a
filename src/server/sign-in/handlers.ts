import { ok, refuse } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { appointLocalAdmin } from "./appoint-local-admin.ts";
import { issueNonce } from "./issue-nonce.ts";
import { revokeSession } from "./sessions.ts";
import { verifySignIn } from "./verify-sign-in.ts";
import type { Clock, Entropy } from "../ports.ts";
import type { Handlers } from "../http/handler.ts";

export interface SignInPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** In local mode, where the money has no value, anybody may appoint itself. */
  readonly isLocal: boolean;
}

const chainIds = { localnet: "solana:localnet", devnet: "solana:devnet", "mainnet-beta": "solana:mainnet" };

export const signInHandlers = (ports: SignInPorts) =>
  ({
    async createSignInNonce(_input, _caller, { site, browserToken, setBrowserToken }) {
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      const { network } = await readSettings(ports.db);
      const issued = await issueNonce(ports, { ...site, chainId: chainIds[network], browserToken });
      setBrowserToken(issued.browserToken, issued.expiresAt);
      return ok({
        input: {
          ...issued.input,
          version: "1" as const,
          issuedAt: new Date(issued.input.issuedAt),
          expirationTime: new Date(issued.input.expirationTime),
        },
      });
    },

    async verifySignIn({ body }, _caller, { site, browserToken, sessionToken, setSession }) {
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      const session = await verifySignIn(ports, {
        host: site.host,
        browserToken,
        address: body.address,
        nonce: body.nonce,
        signedMessage: Buffer.from(body.signedMessage, "base64"),
        signature: Buffer.from(body.signature, "base64"),
      });
      if (!session.ok) return session;
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      const { token, wallet, expiresAt } = session.value;
      setSession(token, expiresAt);
      return ok({ wallet, expiresAt });
    },

    async signOut(_input, _caller, { sessionToken, clearSession }) {
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      clearSession();
      return ok({});
    },

    async getSession(_input, { wallet, isAdmin, isModerator }) {
      return ok({ wallet, isAdmin, isModerator });
    },

    checkAdmin: async (_input, { isAdmin }) => ok({ isAdmin }),

    async becomeLocalAdmin(_input, { wallet }) {
      if (!ports.isLocal) return refuse("NOT_FOUND");
      await appointLocalAdmin(ports, wallet);
      return ok({ isAdmin: true });
    },
  }) satisfies Partial<Handlers>;
