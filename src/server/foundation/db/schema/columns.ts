import { bigint, customType, timestamp } from "drizzle-orm/pg-core";
import {
  type Lamports,
  type SignedLamports,
  lamports as brand,
  signedLamports as brandSigned,
} from "../../../../domain/lamports.ts";

export const lamports = customType<{ data: Lamports; driverData: string | bigint }>({
  dataType: () => "bigint",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => brand(BigInt(value)),
});

export const signedLamports = customType<{ data: SignedLamports; driverData: string | bigint }>({
  dataType: () => "bigint",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => brandSigned(BigInt(value)),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
});

/**
 * JSON as it is. The library's own jsonb parses again what the driver has already parsed, and turns the text "5" into a
 * number.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

export const slot = (name: string) => bigint(name, { mode: "bigint" });
