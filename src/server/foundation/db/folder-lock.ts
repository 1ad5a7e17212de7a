import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { OperatorError } from "./operator-error.ts";

/** Another process has the data folder open. Two processes on one embedded database would destroy it. */
export class FolderInUse extends OperatorError {
  override readonly name = "FolderInUse";
}

interface Owner {
  /** Distinguishes this acquisition of the lock from others. */
  readonly id: string;
  readonly pid: number;
  /** The boot of the machine that the pid belongs to; null where the system does not report it. */
  readonly bootId: string | null;
  /** When the process started, in clock ticks after boot; distinguishes a recycled pid. */
  readonly startTicks: string | null;
}

/**
 * Locks the data folder for this process. A lock left by a dead process is taken over, that of a live one never. Throws
 * FolderInUse.
 */
export function lockFolder(folder: string): { release(): void } {
  const path = join(folder, "lock");
  const owner = {
    id: randomUUID(),
    pid: process.pid,
    bootId: currentBootId(),
    startTicks: processState(process.pid)?.startTicks ?? null,
  } satisfies Owner;
  const claim = join(folder, `lock.${owner.id}`);
  writeFileSync(claim, JSON.stringify(owner));
  try {
    take(path, claim, folder);
  } finally {
    rmSync(claim);
  }
  return { release: () => rmSync(path, { force: true }) };
}

/**
 * Linking a finished file makes the lock appear whole and at most once. A stale lock is removed under a guard lock
 * named after it, so that a slow process cannot remove the lock of a faster one.
 */
function take(path: string, claim: string, folder: string) {
  while (!linked(claim, path)) {
    const owner = readOwner(path);
    if (owner === null) continue;
    if (isAlive(owner)) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by process ${owner.pid}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    const guard = `${path}.${owner.id}`;
    take(guard, claim, folder);
    if (readOwner(path)?.id === owner.id) rmSync(path);
    rmSync(guard);
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function readOwner(path: string): Owner | null {
  const text = readOrNull(path);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Owner;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A lock appears whole, so a torn one was cut by a power loss: its owner is gone.
    return { id: "torn", pid: 0, bootId: "torn", startTicks: null };
  }
}

function isAlive({ pid, bootId, startTicks }: Owner): boolean {
  if (bootId !== currentBootId()) return false;
  const current = processState(pid);
  if (current !== null) return current.isRunning && current.startTicks === startTicks;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

const currentBootId = () => readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? null;

/** From /proc/<pid>/stat, after the name in brackets: the state is first, the start time is twentieth. */
function processState(pid: number) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { isRunning: fields[0] !== "Z" && fields[0] !== "X", startTicks: fields[19] ?? null };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ESRCH") return null;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
