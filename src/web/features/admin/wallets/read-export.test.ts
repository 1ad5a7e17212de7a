import { expect, it } from "vitest";
import { problemOfExport, readExport } from "./read-export.ts";

const address = (at: number) => `4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9${"23456789bc"[at]}H`;
const wallets = (["deposit", "hot", "treasury"] as const).map((type, at) => ({
  type,
  address: address(at),
  isActive: true,
  sealedKey: "A".repeat(80),
  createdAt: "2026-11-23T10:00:00.000Z",
}));
const written = {
  format: "furlong-house-wallets",
  version: 1,
  network: "devnet",
  exportedAt: "2026-11-24T10:00:00.000Z",
  vault: {
    kdf: "argon2id",
    argon2: { memoryKiB: 262_144, timeCost: 3, parallelism: 4 },
    salt: `${"A".repeat(22)}==`,
    wrappedKey: "A".repeat(80),
  },
  wallets,
};
const fileOf = (content: unknown) => new Blob([JSON.stringify(content, null, 2)]);

it("an export is read with its times, whatever its blanks", async () => {
  const read = await readExport(fileOf(written));
  expect(read).toMatchObject({ ok: true, value: { exportedAt: new Date(written.exportedAt) } });
});

it("a file that is no export is told by the place that is wrong, one that is too large before it is sent", async () => {
  expect(await readExport(new Blob(["{"]))).toMatchObject({ code: "fileNotJson" });
  expect(await readExport(fileOf([]))).toMatchObject({ code: "fileNotExport" });
  const [first, ...others] = wallets;
  const damaged = { ...written, wallets: [first, { ...others[0], sealedKey: "A" }] };
  expect(await readExport(fileOf(damaged))).toMatchObject({
    code: "fileNotExport",
    field: "wallets.1.sealedKey",
  });
  const many = Array.from({ length: 5_000 }, () => first);
  expect(await readExport(fileOf({ ...written, wallets: many }))).toMatchObject({ code: "fileTooLarge" });
  expect(await readExport({ size: 9_000_000, text: () => Promise.reject(new Error("read")) })).toMatchObject({
    code: "fileTooLarge",
  });
});

it("what the server would refuse in any case is known before", () => {
  const [deposit, hot, treasury] = wallets;
  const problem = (network: string, list: typeof wallets) =>
    problemOfExport(
      { network: "devnet", wallets: list.map((one) => ({ ...one, createdAt: new Date() })) },
      network,
    );
  expect(problem("devnet", wallets)).toBeNull();
  expect(problem("mainnet-beta", wallets)).toEqual({ problem: "otherNetwork" });
  expect(problem("devnet", [deposit!, { ...hot!, isActive: false }, treasury!])).toEqual({
    problem: "kindMissing",
    kind: "hot",
  });
  expect(problem("devnet", [...wallets, hot!])).toEqual({ problem: "walletTwice" });
});
