import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { problemCodes } from "../../src/contract/overview/overview.ts";
import { readConfig } from "../../src/server/config.ts";
import { readAlerts, root, textOf } from "../support/deployment.ts";
import { metricsOf } from "../support/promql.ts";

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
}

const compose = parse(textOf("deploy/compose.yml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const servers = services.filter(([name]) => name.startsWith("server-"));

/** The variables that src/server/config.ts reads. */
const variables = new Set(
  Array.from(textOf("src/server/config.ts").matchAll(/^ {2}([A-Z_0-9]+): z\.optional/gm), ([, name]) => name),
);
const assigned = (text: string) =>
  Array.from(text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm), ([, name = "", value = ""]) => [name, value] as const);

describe("the deployment's files", () => {
  it("give the server only variables that it reads, in a form that it takes", () => {
    expect(variables.size).toBeGreaterThan(15);
    expect(servers).toHaveLength(2);
    for (const [, { environment = {} }] of servers) {
      expect(Object.keys(environment).filter((name) => !variables.has(name))).toEqual([]);
      const filled = fill(environment, {
        SOLANA_NETWORK: "devnet",
        SITE_HOST: "furlong.example",
        POSTGRES_PASSWORD: "0123456789abcdef",
        ADMIN_WALLETS: "So11111111111111111111111111111111111111112",
        METRICS_TOKEN: "0123456789abcdef0123456789abcdef",
        HOUSE_MASTER_PASSWORD: "A horse, a horse, 1 kingdom",
      });
      expect(readConfig(filled)).toMatchObject({
        ok: true,
        config: {
          network: "devnet",
          publicOrigin: "https://furlong.example",
          redisUrl: "redis://redis:6379",
        },
      });
    }
  });

  it("ask in env.example for all that compose wants, and for nothing that nobody reads", () => {
    const asked = new Set(assigned(textOf("deploy/env.example")).map(([name]) => name));
    const wanted = Array.from(
      textOf("deploy/compose.yml").matchAll(/\$\{([A-Z_0-9]+)/g),
      ([, name = ""]) => name,
    );
    expect(wanted.filter((name) => !asked.has(name))).toEqual([]);
    expect([...asked].filter((name) => !wanted.includes(name) && !variables.has(name))).toEqual([]);
  });

  it("name only folders, volumes and networks that are there", () => {
    for (const [name, { volumes = [], networks = [], depends_on: needs = {} }] of services) {
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        const isThere = source.startsWith(".")
          ? existsSync(join(root, "deploy", source))
          : source in compose.volumes;
        expect([name, volume, isThere]).toEqual([name, volume, true]);
      }
      expect(networks.filter((network) => !(network in compose.networks))).toEqual([]);
      expect(Object.keys(needs).filter((other) => !(other in compose.services))).toEqual([]);
    }
  });

  it("let nobody but the proxy and Grafana's own machine in from outside", () => {
    const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(open).toEqual(["caddy 80:80", "caddy 443:443", "grafana 127.0.0.1:3001:3000"]);
  });

  it("build the image from files that are there, and start what the build makes", () => {
    const docker = textOf("deploy/Dockerfile");
    const copied = Array.from(docker.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, list = ""]) =>
      list.split(" "),
    ).flat();
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const sent = textOf("deploy/Dockerfile.dockerignore");
    const kept = Array.from(sent.matchAll(/^!(.+)$/gm), ([, path = ""]) => path);
    expect(copied.filter((path) => !kept.includes(path))).toEqual([]);
    const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)?.[1] ?? "[]") as string[];
    expect(command.join(" ")).toBe(scripts["start"]);
    const given = Array.from(docker.matchAll(/([A-Z_0-9]+)=\S+/g), ([, name = ""]) => name);
    const own = new Set(["NODE_ENV", "VITE_ADMIN_WALLETS"]);
    expect(given.filter((name) => !own.has(name) && !variables.has(name))).toEqual([]);
  });

  it("start by systemd what npm starts, with variables that the server reads", () => {
    const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;
    const unit = textOf("deploy/systemd/furlong@.service");
    expect(/^ExecStart=(.+)$/m.exec(unit)?.[1]).toBe(`/usr/bin/${scripts["start"]}`);
    const backup = /exec \/usr\/bin\/(.+?) "/.exec(textOf("deploy/systemd/furlong-backup.service"))?.[1];
    expect(backup).toBe(scripts["backup"]);
    const names = (/^Environment=(.+)$/m.exec(unit)?.[1] ?? "").split(" ").map((pair) => pair.split("=")[0]);
    expect(names.filter((name) => name !== "NODE_ENV" && !variables.has(name))).toEqual([]);
  });

  it("give each unit a version of its own, so that replacing one leaves the others as they are", () => {
    const folder = (unit: string) =>
      /^WorkingDirectory=(.+)$/m.exec(textOf(`deploy/systemd/${unit}.service`))?.[1];
    expect(folder("furlong@")).toBe("/opt/furlong/%i");
    expect(folder("furlong-backup")).toBe("/opt/furlong/backup");
    const linked = /^for part in (.+); do ln -sfn /m.exec(textOf("docs/operate/install.md"))?.[1];
    expect(linked?.split(" ")).toEqual([...systemdPorts(), "backup"]);
  });

  it("copy the database each hour under compose as under systemd, into a folder that the server may write", () => {
    const [script = ""] = compose.services["backup"]?.command ?? [];
    const unit = textOf("deploy/systemd/furlong-backup.service");
    const kept = /-mtime \S+ -delete/.exec(unit)?.[0] ?? "nothing is deleted";
    expect(script).toContain('node scripts/run.mjs backup "/backups/');
    expect(script).toContain(kept);
    expect(script).toContain("sleep 3600");
    const made = /install -d -o node .+ (\/\S+ \/\S+)$/m.exec(textOf("deploy/Dockerfile"))?.[1]?.split(" ");
    const mounted = compose.services["backup"]?.volumes?.map((volume) => volume.split(":")[1]);
    expect(mounted).toEqual(made);
  });
});

describe("what watches the servers", () => {
  it("scrapes each server and hands alerts over, under compose", () => {
    const config = parse(textOf("deploy/prometheus/prometheus.yml")) as Prometheus;
    expect(targetsOf(config)).toEqual(servers.map(([name]) => `${name}:3000`));
    const [manager = ""] = managersOf(config);
    expect(Object.keys(compose.services)).toContain(manager.split(":")[0]);
  });

  it("does so under systemd by the commands of install.md", () => {
    const command = /^sed -e [^>]+/m.exec(textOf("docs/operate/install.md"))?.[0] ?? "false";
    const made = execFileSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
    const config = parse(made) as Prometheus;
    expect(targetsOf(config)).toEqual(systemdPorts().map((port) => `127.0.0.1:${port}`));
    expect(managersOf(config)).toEqual(["127.0.0.1:9093"]);
    expect(config.scrape_configs[0]?.authorization.credentials_file).toBe("/etc/prometheus/metrics-token");
  });

  it("has a receiver for each severity of an alert", () => {
    const { route, receivers } = parse(textOf("deploy/prometheus/alertmanager.yml")) as {
      route: { receiver: string; routes: { matchers: string[]; receiver: string }[] };
      receivers: { name: string }[];
    };
    const routed = [route.receiver, ...route.routes.map(({ receiver }) => receiver)];
    expect(new Set(routed)).toEqual(new Set(receivers.map(({ name }) => name)));
    expect(new Set(routed)).toEqual(new Set(readAlerts().map(({ labels }) => labels.severity)));
  });
});

describe("the alerts", () => {
  const alerts = readAlerts();
  const sections = Array.from(textOf("docs/operate/alerts.md").matchAll(/^## (.+)$/gm), ([, name]) => name);

  it("have each a section of docs/operate/alerts.md, and each section has its alert", () => {
    expect(new Set(alerts.map(({ alert }) => alert))).toEqual(new Set(sections));
    expect(alerts).toHaveLength(sections.length);
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook).toBe(`docs/operate/alerts.md#${alert.toLowerCase()}`);
      expect(["page", "ticket"]).toContain(labels.severity);
    }
  });

  it("tell of every problem of the overview", () => {
    const told = alerts.flatMap(({ expr }) => metricsOf(expr)).map(({ labels }) => labels["code"]);
    // Detected by the age of the payment and by the number of failed memos, which amounts to the same.
    const others = ["PAYMENTS_LATE", "MEMOS_FAILED"];
    expect(new Set([...told.filter(Boolean), ...others])).toEqual(new Set(problemCodes));
  });
});

it("the pages of docs/operate lead nowhere that is not there", () => {
  const pages = readdirSync(join(root, "docs/operate")).map((name) => `docs/operate/${name}`);
  const anchors = (path: string) =>
    Array.from(textOf(path).matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
    );
  const broken = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)).flatMap(
      ([whole, path = "", anchor]) => {
        const target = path === "" ? page : join(dirname(page), path);
        const isThere = existsSync(join(root, target));
        const hasAnchor = anchor === undefined || (isThere && anchors(target).includes(anchor));
        return isThere && hasAnchor ? [] : [`${page}: ${whole}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

interface Targets {
  readonly static_configs: readonly { readonly targets: readonly string[] }[];
}

interface Prometheus {
  readonly alerting: { readonly alertmanagers: readonly Targets[] };
  readonly scrape_configs: readonly (Targets & {
    readonly authorization: { readonly credentials_file: string };
  })[];
}

const addresses = (groups: readonly Targets[]) =>
  groups.flatMap(({ static_configs: configs }) => configs.flatMap(({ targets }) => targets));
const targetsOf = (config: Prometheus) => addresses(config.scrape_configs);
const managersOf = (config: Prometheus) => addresses(config.alerting.alertmanagers);

/** The ports of the servers that install.md has systemd start. */
const systemdPorts = () =>
  Array.from(textOf("docs/operate/install.md").matchAll(/furlong@(\d+)/g), ([, port = ""]) => port);

/** Substitutes variables as compose does. */
function fill(environment: Readonly<Record<string, string>>, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(
        /\$\{([A-Z_0-9]+)(?::([?-])([^}]*))?\}/g,
        (_, wanted: string, kind: string, otherwise: string) => {
          const value = values[wanted] ?? (kind === "-" ? otherwise : undefined);
          if (value === undefined) throw new Error(`${wanted} is not in env.example`);
          return value;
        },
      ),
    ]),
  );
}
