import type { Lamports } from "../../domain/lamports.ts";
import { ok, refuse } from "../../domain/result.ts";
import { settingDefinitions, settingKeys } from "../../domain/settings.ts";
import type { Db } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";
import { readSettings } from "./stored-settings.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import { readiness, type ReadinessChecks } from "../health/readiness.ts";
import type { Handlers } from "../http/handler.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "genesisHash">;
  /** By the name of what is needed; a check rejects, or is slow, when that does not work. */
  readonly checks: ReadinessChecks;
  readonly minWithdrawal: Lamports;
  readonly version: string;
}

/** What pages and supervisors read without signing in. */
export const publicHandlers = (ports: Ports) => {
  const { db, clock } = ports;
  const genesisHash = rememberedGenesisHash(ports.chain);
  return {
    async getRuntime() {
      const now = await readSettings(db);
      const isLocal = now.network === "localnet";
      return ok({
        maintenance: now.maintenance,
        network: now.network,
        rpcMainnet: isLocal ? null : now.rpcUrlMainnet,
        rpcDevnet: isLocal ? null : now.rpcUrlDevnet,
        rpcLocal: isLocal ? "/rpc" : null,
        genesisHash: await genesisHash(now.network),
        devnetBanner: now.devnetBanner,
        testing: now.testingMode,
        minBet: now.minBet,
        maxBet: now.maxBet,
        minWithdrawal: ports.minWithdrawal,
        serverNow: new Date(clock.now()),
        version: ports.version,
      });
    },

    getPublicTheme: async () => ok({ theme: (await readSettings(db)).theme }),

    getReferralRate: async () => ok({ referralRate: (await readSettings(db)).referralRateBps / 100 }),

    checkAdmin: async (_input, { isAdmin }) => ok({ isAdmin }),

    async listSettings(_input, { isAdmin }) {
      const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
      const stored = new Map(rows.map(({ key, value }) => [key, value]));
      const shown = settingKeys.filter((key) => isAdmin || settingDefinitions[key].isPublic);
      return ok({
        settings: shown.map((key) => ({
          id: key,
          setting_key: key,
          setting_value: stored.get(key) ?? settingDefinitions[key].initial,
          description: settingDefinitions[key].description,
        })),
      });
    },

    getLiveness: async () => ok({}),

    async getReadiness() {
      const dependencies = await readiness(ports.checks, clock);
      const missing = dependencies.filter(({ ready }) => !ready).map(({ name }) => name);
      if (missing.length === 0) return ok({ dependencies });
      return refuse("NOT_READY", { message: `The service is not ready: ${missing.join(", ")}` });
    },
  } satisfies Handlers;
};

/** A network's genesis never changes, so it is asked once; null while the chain does not answer. */
function rememberedGenesisHash(chain: Pick<Chain, "genesisHash">) {
  const known = new Map<string, string>();
  return async (network: string): Promise<string | null> => {
    const remembered = known.get(network);
    if (remembered !== undefined) return remembered;
    try {
      const hash = await chain.genesisHash();
      known.set(network, hash);
      return hash;
    } catch (error) {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  };
}
