import { existsSync } from "node:fs";
import type { KeyPairSigner } from "@solana/kit";
import { genesisHashes } from "../domain/genesis-hashes.ts";
import { api } from "../contract/api.ts";
import { shownRpcUrl } from "../domain/rpc-url.ts";
import { gameClient } from "../localnet/practice-bettors/game-client.ts";
import { systemClock as clock } from "../server/adapters/clock.ts";
import { openLog } from "../server/adapters/log.ts";
import { nodeGovernor } from "../server/adapters/node-governor.ts";
import { nodeOpener } from "../server/adapters/open-node.ts";
import { httpExchange, textTransport } from "../server/adapters/rpc-transport.ts";
import { solanaChain } from "../server/adapters/solana-chain.ts";
import { settingsUrl } from "../server/foundation/chain/node-url.ts";
import { type Config, readConfig, variableNames } from "../server/foundation/config.ts";
import { settingsFrom } from "../domain/settings.ts";
import { mistypedVariables } from "../server/mistyped-variables.ts";
import type { Chain } from "../server/foundation/ports.ts";
import { check, failed, type Finding, fine, skipped, warn } from "./check.ts";
import { checkDatabase, readStoredSettings } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";
import { checkMachine, freeBytesOf } from "./check-machine.ts";
import { checkNode } from "./check-node.ts";
import { checkRedis } from "./check-redis.ts";
import { checkAddresses, checkSite } from "./check-site.ts";
import { playRace } from "./play-race.ts";

interface Options {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The URL at which players reach the running game; null when none runs. */
  readonly url: string | null;
  /** Plays a race with SOL of this key; null for none. */
  readonly funder: KeyPairSigner | null;
  readonly patienceMs: number;
  readonly say: (line: string) => void;
  /** Where an installation with systemd has its settings. */
  readonly settingsFolder?: string;
}

/** Whether the doctor would check a local mode of its own imagination in place of the installation that is here. */
const isElsewhere = (environment: Options["environment"], settingsFolder: string): boolean =>
  existsSync(settingsFolder) && variableNames.every((name) => environment[name] === undefined);

/** Every check of an installation, in the order of their dependencies (rules OPERATE-3 and OPERATE-4). */
export async function runDoctor(options: Options): Promise<readonly Finding[]> {
  const { environment, url, funder, patienceMs, say, settingsFolder = "/etc/furlong" } = options;
  if (isElsewhere(environment, settingsFolder)) {
    const how = `${settingsFolder} is here, but none of the server's variables is set: run it as \`furlong doctor\`.`;
    return [await check("configuration", () => failed(how))];
  }
  const read = readConfig(environment);
  const mistyped = mistypedVariables(environment);
  const configuration = await check("configuration", () => {
    if (!read.ok) return failed(read.problems.join("; "));
    return mistyped.length > 0 ? warn(mistyped.join(" ")) : fine(`for ${read.config.network}`);
  });
  if (!read.ok) return [configuration];
  const { config } = read;
  const nowMs = () => clock.now();
  const findings = [configuration];
  const look = async (what: string, found: Promise<readonly Finding[]>) => {
    say(`${what} …`);
    findings.push(...(await found));
  };
  const nodeVersion = process.versions.node;
  await look("machine", checkMachine({ dataDir: config.dataDir, nodeVersion, freeBytes: freeBytesOf }));
  await look("database", checkDatabase(config, nowMs));
  const isSchemaOurs = findings.some(
    ({ area, detail }) => area === "database schema" && detail.startsWith("All "),
  );
  await look("keys", checkKeys(isSchemaOurs ? config : { ...config, databaseUrl: null }));
  await look(
    "Redis",
    checkRedis(config.redisUrl).then((found) => [found]),
  );
  const nodes = await openNodes(config, url);
  const [node = null] = nodes;
  if (node === null) {
    findings.push(
      await check("Solana node", () => skipped("In local mode the node runs in the server: pass --url.")),
    );
  }
  for (const one of nodes) {
    await look(
      `Solana node at ${shownRpcUrl(one.url)}`,
      checkNode({ ...one, network: config.network, nowMs }),
    );
  }
  if (url === null) return findings;
  const hasTrustedProxy = (environment["TRUST_PROXY"] ?? "").trim() !== "";
  const { network, publicOrigin } = config;
  const site = { url, network, publicOrigin, hasTrustedProxy };
  await look("site", checkSite(site));
  if (funder !== null && node !== null) {
    await look("a race", playRace({ url, node: node.node, funder, patienceMs, say }));
  }
  // Last, since nobody can sign in from here for a minute afterwards.
  if (isReached(findings))
    await look(
      "addresses",
      checkAddresses(site).then((found) => [found]),
    );
  return findings;
}

const isReached = (findings: readonly Finding[]): boolean =>
  findings.some(({ area, status }) => area === "site" && status !== "failed");

interface OpenedNode {
  readonly node: Chain;
  readonly url: string;
  readonly genesisHash: string;
}

/**
 * The nodes that the server would use: the environment's, otherwise that of the settings; none if local mode's cannot
 * be reached. They are opened without the server's budget, to see the limits.
 */
async function openNodes(config: Config, siteUrl: string | null): Promise<readonly OpenedNode[]> {
  const log = openLog("silent");
  const nodeAt = (url: string): Chain => solanaChain({ transport: textTransport(httpExchange(url)), log });
  const { network } = config;
  if (network === "localnet") {
    if (siteUrl === null) return [];
    const runtime = await gameClient(siteUrl).call(api.getRuntime, {});
    const genesisHash = (runtime.ok && runtime.value.genesisHash) || "unknown";
    const url = new URL("/rpc", siteUrl).href;
    return [{ node: nodeAt(url), url, genesisHash }];
  }
  const genesisHash = genesisHashes[network];
  const fixed = config.rpcUrls[network];
  if (fixed !== null) return fixed.map((url) => ({ node: nodeAt(url), url, genesisHash }));
  const url = settingsUrl(network, settingsFrom(await readStoredSettings(config.databaseUrl)));
  const governor = nodeGovernor({ budget: null, clock, log });
  return [{ node: nodeOpener({ log, isLocal: false, governor })(url), url, genesisHash }];
}
