import type { Finding } from "./check.ts";

const marks: Readonly<Record<Finding["status"], string>> = {
  ok: "ok  ",
  warning: "WARN",
  failed: "FAIL",
  skipped: "–   ",
};

/** One line per finding, and a summary. */
export function reportText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ area }) => area.length));
  const lines = findings.map(
    ({ area, status, detail }) => `${marks[status]}  ${area.padEnd(width)}  ${detail}`,
  );
  const count = (status: Finding["status"]) => findings.filter((one) => one.status === status).length;
  const sum = `${count("failed")} failed, ${count("warning")} with warnings, ${count("ok")} ok, ${count("skipped")} skipped`;
  return [...lines, "", sum].join("\n");
}

export const reportJson = (findings: readonly Finding[]): string =>
  JSON.stringify(
    { findings: findings.map(({ area, ...rest }) => ({ area: area.trim(), ...rest })) },
    null,
    2,
  );
