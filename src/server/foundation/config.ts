import { isIP } from "node:net";
import * as z from "zod";
import { loopbackHosts } from "../../domain/rpc-url.ts";
import { type Network, networks } from "../../domain/networks.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { parseSol } from "../../domain/sol-amount.ts";
import type { RpcUrls } from "./chain/node-url.ts";
import { type TrustedProxies, trustedProxies } from "./trusted-proxies.ts";

/** Everything that the environment decides. Nothing else in the server reads `process.env`. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /**
   * Scheme and host of the site, without a path. Null in local mode, which uses the request's loopback host instead.
   */
  readonly publicOrigin: string | null;
  readonly dataDir: string;
  /** Null means the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Null for a single instance, or for several that share Postgres. */
  readonly redisUrl: string | null;
  /** The network that the data belongs to (rule LIMITS-11); `localnet` is local mode. */
  readonly network: Network;
  /** Whether this installation's database may hold the books of mainnet-beta. */
  readonly mayHoldMainnet: boolean;
  /** Nodes that take precedence over the settings; null where the setting decides (rule LIMITS-5). */
  readonly rpcUrls: RpcUrls;
  /** A validator on loopback in place of the embedded chain of local mode; null for the embedded one. */
  readonly localValidatorUrl: string | null;
  /** Number of calls to a node in ten seconds (rule LIMITS-18). */
  readonly rpcBudget: number;
  readonly adminWallets: readonly string[];
  /** What one admin may move alone in 24 hours; null where the setting decides (rule IDENTITY-5). */
  readonly secondAdminAbove: Lamports | null;
  readonly houseMasterPassword: string | null;
  readonly metricsToken: string | null;
  readonly trustedProxies: TrustedProxies;
  /** The header in which our proxy reports the client's country, in lower case; null if no proxy sets one. */
  readonly countryHeader: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** Number of practice bettors; 0 outside local mode. */
  readonly localPlayers: number;
  /** Slot length that the embedded chain is created with; a faster chain makes tests faster. */
  readonly localSlotMs: number;
}

/** The settings, or every problem found: one line each, naming its variable. */
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const wholeNumber = (low: number, high: number, about: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, about)
    .transform(Number)
    .refine((value) => value >= low && value <= high, about);

const urlWith = (protocols: readonly string[], about: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol);
  }, about);

const isRpcUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
};

/** One node, or several separated by blanks or commas. */
const rpcUrls = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
  .refine(
    (urls) => urls.length > 0 && urls.every(isRpcUrl),
    "must be an https URL (http only on loopback), or several with commas between them",
  )
  .refine((urls) => new Set(urls).size === urls.length, "must not contain a node twice");

const loopbackUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === "http:" && loopbackHosts.has(url.hostname);
}, "must be an http URL on loopback, such as http://127.0.0.1:8899");

const origin = z.string().refine((text) => {
  const url = URL.parse(text);
  if (url === null || url.origin !== text.replace(/\/$/, "")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
}, "must be an https origin such as https://example.com, without a path (http only on loopback)");

const walletList = z.string().transform((text, context) => {
  const wallets = text.split(/[\s,]+/).filter((part) => part !== "");
  for (const wallet of wallets) {
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(wallet)) {
      context.addIssue({ code: "custom", message: `holds "${wallet}", which is not a wallet address` });
    }
  }
  return wallets;
});

const solAmount = z.string().transform((text, context) => {
  const amount = parseSol(text);
  if (amount.ok) return amount.value;
  context.addIssue({ code: "custom", message: "must be an amount in SOL, such as 10 or 2.5" });
  return z.NEVER;
});

const proxies = z.string().transform((text, context) => {
  const parsed = trustedProxies(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: "must be a number of proxies, or their addresses or ranges" });
  return z.NEVER;
});

const hostName = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^[a-zA-Z0-9.-]+$/.test(text), "must be an address to listen on");

const environment = z.object({
  PORT: z.optional(wholeNumber(0, 65_535, "must be a port number")),
  HOST: z.optional(hostName),
  PUBLIC_ORIGIN: z.optional(origin),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(urlWith(["postgres:", "postgresql:"], "must be a postgres:// URL")),
  REDIS_URL: z.optional(urlWith(["redis:", "rediss:"], "must be a redis:// URL")),
  SOLANA_NETWORK: z.optional(z.enum(networks, `must be one of ${networks.join(", ")}`)),
  RPC_URL_DEVNET: z.optional(rpcUrls),
  RPC_URL_MAINNET: z.optional(rpcUrls),
  RPC_URL_LOCALNET: z.optional(loopbackUrl),
  RPC_CALLS_PER_10_SECONDS: z.optional(wholeNumber(20, 100_000, "must be a whole number from 20 to 100000")),
  ADMIN_WALLETS: z.optional(walletList),
  SECOND_ADMIN_ABOVE_SOL: z.optional(solAmount),
  HOUSE_MASTER_PASSWORD: z.optional(z.string()),
  METRICS_TOKEN: z.optional(z.string().min(16, "must be at least 16 characters")),
  TRUST_PROXY: z.optional(proxies),
  COUNTRY_HEADER: z.optional(z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header")),
  LOG_LEVEL: z.optional(z.enum(logLevels, `must be one of ${logLevels.join(", ")}`)),
  LOCAL_PLAYERS: z.optional(wholeNumber(0, 50, "must be a whole number from 0 to 50")),
  LOCAL_SLOT_MS: z.optional(wholeNumber(20, 2_000, "must be a whole number from 20 to 2000")),
  ALLOW_EMBEDDED_ON_MAINNET: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
});

/** Every variable that is read. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

type Environment = z.infer<typeof environment>;

export const MAINNET_NEEDS_POSTGRES =
  "DATABASE_URL is required on mainnet-beta (or set ALLOW_EMBEDDED_ON_MAINNET=1)";

const mayHoldMainnet = ({ DATABASE_URL: url, ALLOW_EMBEDDED_ON_MAINNET: isAllowed }: Environment): boolean =>
  url !== undefined || isAllowed === "1";

/** Problems that follow from the network rather than from the form of a single value. */
function problemsTogether(values: Environment): string[] {
  const problems: string[] = [];
  const network = values.SOLANA_NETWORK ?? "localnet";
  if (network !== "localnet" && values.PUBLIC_ORIGIN === undefined) {
    problems.push(`PUBLIC_ORIGIN is required on ${network}: players sign in to a named site`);
  }
  if (network !== "localnet" && (values.LOCAL_PLAYERS ?? 0) > 0) {
    problems.push(`LOCAL_PLAYERS works only in local mode, not on ${network}`);
  }
  if (network !== "localnet" && values.RPC_URL_LOCALNET !== undefined) {
    problems.push(`RPC_URL_LOCALNET works only in local mode, not on ${network}`);
  }
  if (values.COUNTRY_HEADER !== undefined && values.TRUST_PROXY === undefined) {
    problems.push("COUNTRY_HEADER needs TRUST_PROXY: without a proxy of ours anyone could send that header");
  }
  const embedded = values.DATABASE_URL === undefined;
  if (network === "mainnet-beta" && !mayHoldMainnet(values)) problems.push(MAINNET_NEEDS_POSTGRES);
  if (network === "localnet" && values.REDIS_URL !== undefined && embedded) {
    problems.push("REDIS_URL is for several instances, which also need DATABASE_URL");
  }
  return problems;
}

/** Where the public log of a network is read, without a scheme: the same in local mode, on whatever port. */
export const publicHostOf = ({ publicOrigin }: Pick<Config, "publicOrigin">, network: Network): string =>
  network === "localnet" || publicOrigin === null ? "localhost" : new URL(publicOrigin).host;

/**
 * Reads the environment. An empty variable counts as absent, and every value has a default. All problems are reported
 * together, so that one start shows them all.
 */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): ConfigResult {
  const given = Object.fromEntries(
    variableNames
      .map((name) => [name, variables[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    return { ok: false, problems };
  }
  const problems = problemsTogether(parsed.data);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: configFrom(parsed.data) };
}

function configFrom(values: Environment): Config {
  const network = values.SOLANA_NETWORK ?? "localnet";
  return {
    port: values.PORT ?? 3000,
    host: values.HOST ?? "127.0.0.1",
    publicOrigin: values.PUBLIC_ORIGIN?.replace(/\/$/, "") ?? null,
    dataDir: values.DATA_DIR ?? "./data",
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    network,
    mayHoldMainnet: mayHoldMainnet(values),
    rpcUrls: { devnet: values.RPC_URL_DEVNET ?? null, "mainnet-beta": values.RPC_URL_MAINNET ?? null },
    localValidatorUrl: values.RPC_URL_LOCALNET ?? null,
    rpcBudget: values.RPC_CALLS_PER_10_SECONDS ?? 100,
    adminWallets: values.ADMIN_WALLETS ?? [],
    secondAdminAbove: values.SECOND_ADMIN_ABOVE_SOL ?? null,
    houseMasterPassword: values.HOUSE_MASTER_PASSWORD ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    trustedProxies: values.TRUST_PROXY ?? (() => false),
    countryHeader: values.COUNTRY_HEADER?.toLowerCase() ?? null,
    logLevel: values.LOG_LEVEL ?? "info",
    localPlayers: network === "localnet" ? (values.LOCAL_PLAYERS ?? 8) : 0,
    localSlotMs: values.LOCAL_SLOT_MS ?? 200,
  };
}
