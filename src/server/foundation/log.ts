import type { Logger as PinoLogger } from "pino";

/** The structured log. Secrets are redacted where it is created (adapters/log.ts). */
export type Logger = Pick<PinoLogger, "debug" | "info" | "warn" | "error">;
