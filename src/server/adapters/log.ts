import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { describeError } from "./describe-error.ts";

/** Names whose values never reach the log, at any of the first four levels of an object. */
const secretNames = [
  "cookie",
  '["set-cookie"]',
  "authorization",
  '["x-master-password"]',
  "masterPassword",
  "confirmPassword",
  "password",
  "privateKey",
  "privateKeyBase58",
  "secretKey",
  "signedTransaction",
  "signedMessage",
  "token",
  "serverSeed",
  "server_seed",
  "sealedRoot",
  "sealedKey",
];

const atLevel = (name: string, level: number) => {
  const stars = Array.from({ length: level }, () => "*").join(".");
  if (stars === "") return name;
  return name.startsWith("[") ? `${stars}${name}` : `${stars}.${name}`;
};

/** Paths for pino, which matches one level per star. */
const redactedPaths: readonly string[] = [0, 1, 2, 3].flatMap((level) =>
  secretNames.map((name) => atLevel(name, level)),
);

/** The server's structured log: JSON lines on standard output, secrets replaced (rules MONEY-18 and FAIR-8). */
export function openLog(level: string, destination?: DestinationStream): PinoLogger {
  const options = {
    level,
    base: null,
    redact: { paths: [...redactedPaths], censor: "[redacted]" },
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
