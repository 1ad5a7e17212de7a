import { describe, expect, it } from "vitest";
import {
  createThirdPartyWallet,
  newThirdPartyKey,
  type ThirdPartyOptions,
} from "../../../../../tests/support/third-party-wallet.ts";
import { isSolanaWallet, obstacleOf, paymentFeatureOf } from "./features.ts";

const key = newThirdPartyKey();
const walletWith = (options: Partial<ThirdPartyOptions>) =>
  createThirdPartyWallet({ name: "Other Wallet", keys: [key], ...options }).wallet;
const signs = ["solana:signMessage", "solana:signTransaction"];
const sends = ["solana:signIn", "solana:signAndSendTransaction"];

describe("whether a wallet can bet on a network", () => {
  it.each([
    ["localnet", signs, null],
    ["localnet", sends, "cannotSign"],
    ["devnet", sends, null],
    ["mainnet-beta", sends, null],
    // The server sends what the wallet has signed.
    ["devnet", signs, null],
    ["devnet", ["solana:signMessage"], "cannotSign"],
    ["devnet", ["solana:signTransaction"], null],
    ["devnet", ["solana:signAndSendTransaction"], "cannotProve"],
  ] as const)("on %s with %s: %s", (network, features, obstacle) => {
    expect(obstacleOf(walletWith({ features }), network)).toBe(obstacle);
  });

  it("needs the network among the wallet's chains, as soon as that is known", () => {
    const wallet = walletWith({ chains: ["solana:mainnet"] });
    expect(obstacleOf(wallet, "localnet")).toBe("lacksNetwork");
    expect(obstacleOf(wallet, "mainnet-beta")).toBeNull();
    expect(obstacleOf(wallet, null)).toBeNull();
  });

  it.each([
    [["legacy", 0, 1], 0],
    [[1, 0], 0],
    [["legacy", 1], "legacy"],
    [["legacy"], "legacy"],
    [[1], 1],
  ] as const)(
    "BET-28 a wallet that signs versions %j is given payments of version %s",
    (versions, version) => {
      const signer = walletWith({ versions });
      expect(paymentFeatureOf(signer, "localnet")).toMatchObject({ kind: "sign", version });
      const sender = walletWith({ versions, features: sends });
      expect(paymentFeatureOf(sender, "devnet")).toMatchObject({ kind: "send", version });
    },
  );

  it("BET-28 needs a version of transactions that exists", () => {
    for (const features of [signs, sends]) {
      const wallet = walletWith({ features, versions: [] });
      expect(obstacleOf(wallet, "devnet")).toBe("cannotSign");
    }
  });

  it("is no question for wallets of other chains", () => {
    expect(isSolanaWallet(walletWith({ chains: ["sui:mainnet"], features: [] }))).toBe(false);
    expect(isSolanaWallet(walletWith({ chains: ["solana:testnet"], features: [] }))).toBe(true);
  });
});
