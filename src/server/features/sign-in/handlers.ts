import { walletChain } from "../../../contract/sign-in/wallet-chain.ts";
import type { Api } from "../../../contract/api.ts";
import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import type { Input } from "../../../contract/wire/endpoint.ts";
import { ok, refuse } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { textSignature } from "../../foundation/chain/text-signature.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { appointLocalAdmin } from "./appoint-local-admin.ts";
import { endSessions, listSessions } from "./list-sessions.ts";
import { issueNonce } from "./issue-nonce.ts";
import { revokeSession } from "./sessions.ts";
import { verifySignIn, verifyStepUp } from "./verify-sign-in.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import type { Exchange, Handlers } from "../../foundation/http/handler.ts";
import type { Site } from "../../foundation/http/site.ts";

export interface SignInPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
  /** In local mode, where the money has no value, any player may make themselves an admin. */
  readonly isLocal: boolean;
}

/** What the wallet has to sign; the answer binds it to this browser. */
async function beginProof(
  ports: SignInPorts,
  { site, browserToken, setBrowserToken }: Exchange,
  purpose?: StepUpPurpose,
) {
  if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
  const { network } = await readSettings(ports.db);
  const request = { ...site, chainId: walletChain(network), browserToken, ...(purpose && { purpose }) };
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
  { address, nonce, signedMessage, signature, signedTransaction }: Input<Api["verifySignIn"]>["body"],
  { host }: Site,
  { browserToken }: Pick<Exchange, "browserToken">,
) => ({
  host,
  browserToken,
  address,
  nonce,
  signedMessage: signedMessage === undefined ? null : Buffer.from(signedMessage, "base64"),
  signed: textSignature({ signature, signedTransaction }),
});

export const signInHandlers = (ports: SignInPorts) =>
  ({
    createSignInNonce: (_input, _caller, exchange) => beginProof(ports, exchange),

    async createStepUpNonce({ body: { purpose } }, { isAdmin }, exchange) {
      if (purpose !== "balance-bets" && !isAdmin) return refuse("NOT_ADMIN");
      return beginProof(ports, exchange, purpose);
    },

    async verifySignIn({ body }, _caller, exchange) {
      const { site, sessionToken, client } = exchange;
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      const session = await verifySignIn(ports, { ...proofOf(body, site, exchange), client });
      if (!session.ok) return session;
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      const { token, wallet, expiresAt } = session.value;
      exchange.setSession(token, expiresAt);
      return ok({ wallet, expiresAt });
    },

    async verifyStepUp({ body }, { wallet }, exchange) {
      const { site, sessionToken, stepUpToken } = exchange;
      if (site === null) return refuse("ORIGIN_NOT_ALLOWED");
      if (sessionToken === null) return refuse("NOT_SIGNED_IN");
      const raised = await verifyStepUp(ports, {
        ...proofOf(body, site, exchange),
        sessionToken,
        stepUpToken,
      });
      if (!raised.ok) return raised;
      const { token, expiresAt, until } = raised.value;
      exchange.setStepUp(token, expiresAt);
      return ok({ wallet, expiresAt, until });
    },

    async listSessions(_input, caller, { sessionToken }) {
      return ok({ sessions: await listSessions(ports, { caller, sessionToken: sessionToken ?? "" }) });
    },

    async endSessions({ query: { id = null } }, caller, { sessionToken }) {
      const ended = await endSessions(ports, { caller, sessionToken: sessionToken ?? "", id });
      return ended.ok ? ok({ ended: ended.value }) : ended;
    },

    async signOut(_input, _caller, { sessionToken, clearSession }) {
      if (sessionToken !== null) await revokeSession(ports, sessionToken);
      clearSession();
      return ok({});
    },

    async getSession(_input, { wallet, isAdmin, isModerator, isSteppedUp, stepUp }) {
      const stepUpUntil = isSteppedUp ? stepUp?.adminUntil : null;
      return ok({ wallet, isAdmin, isModerator, ...(stepUpUntil && { stepUpUntil }) });
    },

    checkAdmin: async (_input, { isAdmin }) => ok({ isAdmin }),

    /** Rule ACCESS-11. */
    async becomeLocalAdmin(_input, { wallet }) {
      if (!ports.isLocal) return refuse("NOT_FOUND");
      await appointLocalAdmin(ports, wallet);
      return ok({ isAdmin: true });
    },
  }) satisfies Partial<Handlers>;
