import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";

function configOf(variables: Record<string, string>) {
  const read = readConfig(variables);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  return read.config;
}

const problemsOf = (variables: Record<string, string>) => {
  const read = readConfig(variables);
  return read.ok ? [] : read.problems;
};

describe("the environment", () => {
  it("has a default for everything: local mode on loopback", () => {
    expect(configOf({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicOrigin: null,
      dataDir: "./data",
      databaseUrl: null,
      redisUrl: null,
      network: "localnet",
      adminWallets: [],
      secondAdminAbove: null,
      houseMasterPassword: null,
      metricsToken: null,
      logLevel: "info",
      localPlayers: 8,
    });
  });

  it("counts an empty variable as absent", () => {
    expect(configOf({ PORT: "", ADMIN_WALLETS: " ", SOLANA_NETWORK: "" }).port).toBe(3000);
  });

  it("reads what is given", () => {
    const config = configOf({
      PORT: "8080",
      PUBLIC_ORIGIN: "https://furlong.example/",
      SOLANA_NETWORK: "devnet",
      ADMIN_WALLETS: `${wallet}, ${wallet}`,
      SECOND_ADMIN_ABOVE_SOL: "2.5",
      DATABASE_URL: "postgres://furlong@db/furlong",
      REDIS_URL: "redis://cache:6379",
      TRUST_PROXY: "10.0.0.0/8, ::1",
      COUNTRY_HEADER: "CF-IPCountry",
    });
    expect(config).toMatchObject({
      countryHeader: "cf-ipcountry",
      port: 8080,
      publicOrigin: "https://furlong.example",
      network: "devnet",
      adminWallets: [wallet, wallet],
      secondAdminAbove: 2_500_000_000n,
      localPlayers: 0,
    });
    expect(config.trustedProxies("10.2.3.4", 0)).toBe(true);
    expect(config.trustedProxies("::ffff:10.2.3.4", 0)).toBe(true);
    expect(config.trustedProxies("11.2.3.4", 0)).toBe(false);
  });

  it("stops with one line for each bad value, all together", () => {
    const problems = problemsOf({
      PORT: "http",
      SOLANA_NETWORK: "mainnet",
      ADMIN_WALLETS: `${wallet},0xabc`,
      RPC_URL_DEVNET: "http://rpc.example.com",
      TRUST_PROXY: "true",
      LOG_LEVEL: "loud",
    });
    expect(problems).toHaveLength(6);
    for (const name of [
      "PORT",
      "SOLANA_NETWORK",
      "ADMIN_WALLETS",
      "RPC_URL_DEVNET",
      "TRUST_PROXY",
      "LOG_LEVEL",
    ]) {
      expect(problems.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
    }
  });

  it.each([
    ["http://furlong.example", "PUBLIC_ORIGIN"],
    ["https://furlong.example/game", "PUBLIC_ORIGIN"],
    ["furlong.example", "PUBLIC_ORIGIN"],
  ])("refuses the origin %s", (value, name) => {
    expect(problemsOf({ PUBLIC_ORIGIN: value })[0]).toContain(name);
  });

  it("takes plain http for a loopback origin only", () => {
    expect(configOf({ PUBLIC_ORIGIN: "http://localhost:3000" }).publicOrigin).toBe("http://localhost:3000");
  });

  it.each([
    [{ SOLANA_NETWORK: "devnet" }, "PUBLIC_ORIGIN"],
    [{ SOLANA_NETWORK: "mainnet-beta", PUBLIC_ORIGIN: "https://a.example" }, "DATABASE_URL"],
    [{ SOLANA_NETWORK: "devnet", PUBLIC_ORIGIN: "https://a.example", LOCAL_PLAYERS: "2" }, "LOCAL_PLAYERS"],
    [{ REDIS_URL: "redis://cache" }, "REDIS_URL"],
    [{ COUNTRY_HEADER: "cf-ipcountry" }, "COUNTRY_HEADER needs TRUST_PROXY"],
  ])("refuses %j, naming %s", (variables, name) => {
    const problems = problemsOf(variables);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  it("runs mainnet on the embedded database only when told so", () => {
    const mainnet = { SOLANA_NETWORK: "mainnet-beta", PUBLIC_ORIGIN: "https://a.example" };
    expect(configOf({ ...mainnet, ALLOW_EMBEDDED_ON_MAINNET: "1" }).databaseUrl).toBeNull();
  });
});
