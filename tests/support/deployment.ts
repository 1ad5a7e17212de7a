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

export interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
}

/** deploy/compose.yml, with what its services share merged into each. */
export const readCompose = () =>
  parse(textOf("deploy/compose.yml"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
    readonly networks: Readonly<Record<string, unknown>>;
  };

/** An environment of the compose file with the values that its variables have. */
export function fill(
  environment: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(
        /\$\{([A-Z_0-9]+)(?::([?-])([^}]*))?\}/g,
        (_, name: string, kind: string, otherwise: string) => {
          const value = values[name] ?? (kind === "-" ? otherwise : undefined);
          if (value === undefined) throw new Error(`${name} is not in env.example`);
          return value;
        },
      ),
    ]),
  );
}
