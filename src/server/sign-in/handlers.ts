import type { Api } from "../../contract/api.ts";
import type { StepUpPurpose } from "../../contract/sign-in/step-up.ts";
import type { Input } from "../../contract/wire/endpoint.ts";
import { ok, refuse } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { appointLocalAdmin } from "./appoint-local-admin.ts";
import { issueNonce } from "./issue-nonce.ts";
import { readStepUpEnd, revokeSession } from "./sessions.ts";
import { verifySignIn, verifyStepUp } from "./verify-sign-in.ts";
import type { Clock, Entropy } from "../ports.ts";
import type { Exchange, Handlers } from "../http/handler.ts";
import type { Site } from "../http/site.ts";

export interface SignInPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** In local mode, where the money has no value, any player may make themselves an admin. */
  readonly isLocal: boolean;
}

const chainIds = { localnet: "solana:localnet", devnet: "solana:devnet", "mainnet-beta": "solana:mainnet" };

/** What the wallet has to sign; the answer binds it to this browser. */
async function beginProof(
  ports: SignInPorts,
  { site, browserToken, setBrowserToken }: Exchange,
  purpose?: StepUpPurpose,
) {
  if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
  const { network } = await readSettings(ports.db);
  const request = { ...site, chainId: chainIds[network], browserToken, ...(purpose && { purpose }) };
  const issued = await issueNonce(ports, request);
  setBrowserToken(issued.browserToken, issued.expiresAt);
  return ok({
    input: {
      ...issued.input,
      version: "1" as const,
      issuedAt: new Date(issued.input.issuedAt),
      expirationTime: new Date(issued.input.expirationTime),
    },
  });
}

const proofOf = (
  body: Input<Api["verifySignIn"]>["body"],
  { host }: Site,
  { browserToken }: Pick<Exchange, "browserToken">,
) => ({
  host,
  browserToken,
  address: body.address,
  nonce: body.nonce,
  signedMessage: Buffer.from(body.signedMessage, "base64"),
  signature: Buffer.from(body.signature, "base64"),
});

export const signInHandlers = (ports: SignInPorts) =>
  ({
    createSignInNonce: (_input, _caller, exchange) => beginProof(ports, exchange),

    createStepUpNonce: ({ body: { purpose } }, _caller, exchange) => beginProof(ports, exchange, purpose),

    async verifySignIn({ body }, _caller, exchange) {
      const { site, sessionToken } = exchange;
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      const session = await verifySignIn(ports, proofOf(body, site, exchange));
      if (!session.ok) return session;
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      const { token, wallet, expiresAt } = session.value;
      exchange.setSession(token, expiresAt);
      return ok({ wallet, expiresAt });
    },

    async verifyStepUp({ body }, _caller, exchange) {
      const { site, sessionToken } = exchange;
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      if (sessionToken === null) return refuse("NOT_SIGNED_IN");
      return verifyStepUp(ports, { ...proofOf(body, site, exchange), sessionToken });
    },

    async signOut(_input, _caller, { sessionToken, clearSession }) {
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      clearSession();
      return ok({});
    },

    async getSession(_input, { wallet, isAdmin, isModerator, isSteppedUp }, { sessionToken }) {
      const until = isSteppedUp && sessionToken !== null ? await readStepUpEnd(ports.db, sessionToken) : null;
      return ok({ wallet, isAdmin, isModerator, ...(until !== null && { stepUpUntil: until }) });
    },

    checkAdmin: async (_input, { isAdmin }) => ok({ isAdmin }),

    async becomeLocalAdmin(_input, { wallet }) {
      if (!ports.isLocal) return refuse("NOT_FOUND");
      await appointLocalAdmin(ports, wallet);
      return ok({ isAdmin: true });
    },
  }) satisfies Partial<Handlers>;
