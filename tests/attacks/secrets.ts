import { getBase58Decoder } from "@solana/kit";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSeedChain } from "../../src/domain/seed-chain.ts";
import { deriveKey } from "../../src/server/features/house-wallets/master-password.ts";
import { openSealed } from "../../src/server/features/house-wallets/sealing.ts";
import { openRoot } from "../../src/server/features/races/seeds/sealed-root.ts";
import { until } from "../support/until.ts";
import { dataFile, type Fixture } from "./fixture.ts";

type Secret = readonly [name: string, spelling: string];

/** Every way in which the same bytes could have been written. */
const spellings = (name: string, secret: Uint8Array): readonly Secret[] =>
  [
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret).toString("hex").toUpperCase(),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    getBase58Decoder().decode(secret),
    [...secret].join(","),
    [...secret].join(", "),
  ].map((spelling) => [name, spelling] as const);

async function houseKeys(fixture: Fixture): Promise<readonly Secret[]> {
  const password = dataFile(fixture, "house-password").toString().trim();
  const [vault] = await fixture.query("select * from house_vault");
  const wrapper = await deriveKey(password, Buffer.from(vault.salt, "base64"), vault.argon2);
  const dataKey = openSealed(vault.wrapped_key, { key: wrapper, boundTo: "furlong house data key 1" });
  if (!dataKey) throw new Error("the vault does not open");
  const wallets = await fixture.query("select address, kind, sealed_key from house_wallets");
  const keys = wallets.flatMap(({ address, kind, sealed_key: sealedKey }) => {
    const secret = openSealed(sealedKey, { key: dataKey, boundTo: address });
    if (!secret) throw new Error("a sealed key does not open");
    const pair = Buffer.concat([secret, publicKeyOf(secret)]);
    return [
      ...spellings(`key of the ${kind} wallet`, secret),
      ...spellings(`key pair of the ${kind} wallet`, pair),
    ];
  });
  return [
    ["master password", password],
    ...spellings("key from the master password", wrapper),
    ...spellings("data key", dataKey),
    ...keys,
  ];
}

function publicKeyOf(secret: Uint8Array): Buffer {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]);
  const key = createPublicKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  return key.export({ format: "der", type: "spki" }).subarray(-32);
}

/** The seeds of the open race and of the next two hundred, and the secrets that they are derived from. */
async function hiddenSeeds(fixture: Fixture): Promise<readonly Secret[]> {
  const seedKey = dataFile(fixture, "seed-key");
  const chains = await fixture.query("select * from seed_chains");
  const secrets = [...spellings("seed key", seedKey)];
  for (const { id, tip, length, sealed_root: sealed } of chains) {
    const root = openRoot(sealed, { tip, seedKey });
    if (root === null) throw new Error("the seed chain does not open");
    const [row] = await fixture.query(
      "select coalesce(max(seed_index), 0)::int as shown from races where seed_chain_id = $1 and server_seed is not null",
      [id],
    );
    const chain = openSeedChain(root, length);
    secrets.push(["root of the seed chain", root]);
    for (let index = row.shown + 1; index <= row.shown + 200; index++)
      secrets.push([`hidden seed ${index}`, chain.seedAt(index)]);
  }
  return secrets;
}

export function secretsAttacks(fixture: () => Fixture) {
  it("everything that was printed, stored and answered is searched for secrets: none occurs", async () => {
    const secrets: Secret[] = [
      ...(await houseKeys(fixture())),
      ...(await hiddenSeeds(fixture())),
      ...[...fixture().tokens].map((token) => ["token of a browser", token] as const),
      ...fixture().others.map(
        ({ masterPassword }) => ["master password of the other server", masterPassword] as const,
      ),
    ];
    const places = {
      printed: [fixture().server, ...fixture().others.map(({ server }) => server)]
        .map(({ lines }) => lines.join("\n"))
        .join("\n"),
      stored: await fixture().dump(),
      answered: fixture().answers.join("\n"),
    };
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets.filter(([, spelling]) => text.includes(spelling)).map(([name]) => `${name} was ${place}`),
    );
    expect(found).toEqual([]);
    expect(secrets.length).toBeGreaterThan(500);
    // Proves that the search finds what is there: a finished race shows its seed.
    const [over] = await fixture().query(
      "select server_seed from races where server_seed is not null limit 1",
    );
    expect([places.stored.includes(over.server_seed), places.answered.includes(over.server_seed)]).toEqual([
      true,
      true,
    ]);
    expect(places.printed.length).toBeGreaterThan(10_000);
  });

  it("the files that hold secrets are read by another user of the machine: only their owner may", () => {
    for (const name of ["house-password", "seed-key"])
      expect(statSync(join(fixture().server.dataDir, name)).mode & 0o077).toBe(0);
  });

  it("after all attacks the books agree with the chain, nothing is halted, and nothing was logged as a fault", async () => {
    await fixture().booksAgree();
    const { body } = await fixture().admin.call("GET", "/api/solvency");
    expect([body.difference, body.paymentsHalted]).toEqual(["0", false]);
    const faults = fixture()
      .server.lines.filter((line) => /"level":"(error|fatal)"/.test(line))
      .filter((line) => !line.includes("Books and chain differ by"));
    expect(faults).toEqual([]);
    const sums = await fixture().query(
      "select posting_id from ledger_entries group by 1 having sum(lamports) <> 0",
    );
    expect(sums).toEqual([]);
    const overdrawn = await fixture().query(
      `select account from ledger_entries where account ~ '^(play:)?(user|pool|jackpot|referral):' or account in ('bonus', 'outgoing')
        group by account having sum(lamports) < 0`,
    );
    expect(overdrawn).toEqual([]);
    await until("every payment to end", async () => {
      const [row] = await fixture().query(
        "select count(*)::int as open from payments where status in ('pending', 'sent', 'unknown') and kind <> 'anchor'",
      );
      return row.open === 0;
    });
  });
}
