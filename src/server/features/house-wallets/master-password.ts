import { hashRaw } from "@node-rs/argon2";

/** Argon2id cost; stored with the vault, so that it can be raised later (rule MONEY-17). */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export const fullCost: PasswordCost = { memoryKiB: 256 * 1024, timeCost: 3, parallelism: 4 };

/** 32 bytes that unwrap the vault's data key. */
export const deriveKey = (
  password: string,
  salt: Uint8Array,
  { memoryKiB, timeCost, parallelism }: PasswordCost,
): Promise<Uint8Array> =>
  hashRaw(password.normalize("NFC"), {
    salt,
    memoryCost: memoryKiB,
    timeCost,
    parallelism,
    outputLen: 32,
  });
