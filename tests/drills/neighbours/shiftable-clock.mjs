/**
 * Loaded before the server: with each SIGUSR2 its wall clock is shifted by the milliseconds that stand in the file
 * CLOCK_SHIFT_FILE. Timers go on as they are, as those of a machine do whose clock is set.
 */
import { readFileSync } from "node:fs";

let shiftMs = 0;

globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + shiftMs] : given, target),
  get: (real, name) => (name === "now" ? () => real.now() + shiftMs : Reflect.get(real, name)),
});

process.on("SIGUSR2", () => {
  shiftMs = Number(readFileSync(process.env["CLOCK_SHIFT_FILE"] ?? "", "utf8"));
});
