import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const root = join(import.meta.dirname, "../..");
export const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

export function readAlerts(): readonly Alert[] {
  const { groups } = parse(textOf("deploy/prometheus/alerts.yml")) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Every expression of the dashboard, with the panel that shows it. */
export function readDashboard(): readonly { readonly panel: string; readonly expr: string }[] {
  const { panels } = JSON.parse(textOf("deploy/grafana/furlong.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: title, expr })));
}
