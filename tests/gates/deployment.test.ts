import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { problemCodes } from "../../src/contract/overview/overview.ts";
import { readConfig } from "../../src/server/foundation/config.ts";
import { fill, readAlerts, readCompose, root, textOf } from "../support/deployment.ts";
import { metricsOf } from "../support/promql.ts";

const compose = readCompose();
const services = Object.entries(compose.services);
const servers = services.filter(([name]) => name.startsWith("server-"));

/** The variables that src/server/foundation/config.ts reads. */
const variables = new Set(
  Array.from(
    textOf("src/server/foundation/config.ts").matchAll(/^ {2}([A-Z_0-9]+): z\.optional/gm),
    ([, name]) => name,
  ),
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

  it("make a master password whose padding is the special character that it needs", () => {
    const made = ["deploy/env.example", "docs/operate/install.md"].flatMap((file) =>
      Array.from(textOf(file).matchAll(/openssl rand -base64 (\d+)/g), ([, bytes]) => Number(bytes)),
    );
    expect(made).toHaveLength(2);
    for (const bytes of made) expect(Buffer.alloc(bytes).toString("base64")).toMatch(/=$/);
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

  it("run nothing with more rights, memory or disk than it needs, and nothing of a version that moves", () => {
    for (const [name, service] of services) {
      expect([name, service]).toMatchObject([
        name,
        {
          read_only: true,
          cap_drop: ["ALL"],
          security_opt: ["no-new-privileges:true"],
          logging: { driver: "local", options: { "max-size": "10m", "max-file": "5" } },
          mem_limit: expect.stringMatching(/^\d+[mg]$/),
          image: expect.stringMatching(/^furlong$|:v?\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?$/),
        },
      ]);
    }
    const added = services.flatMap(([name, { cap_add: names = [] }]) => names.map((one) => `${name} ${one}`));
    expect(added).toEqual(["caddy NET_BIND_SERVICE"]);
    const bases = Array.from(textOf("deploy/Dockerfile").matchAll(/^FROM (\S+)/gm), ([, tag]) => tag);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-/);
  });

  it("let nobody but the proxy and Grafana's own machine in from outside", () => {
    const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(open).toEqual(["caddy 80:80", "caddy 443:443", "grafana 127.0.0.1:3001:3000"]);
  });

  it("start in the image what npm starts, with variables that the server reads", () => {
    const docker = textOf("deploy/Dockerfile");
    const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(docker)?.[1] ?? "[]") as string[];
    expect(command.join(" ")).toBe(scripts["start"]);
    const given = Array.from(docker.matchAll(/([A-Z_0-9]+)=\S+/g), ([, name = ""]) => name);
    const own = new Set(["NODE_ENV", "VITE_ADMIN_WALLETS"]);
    expect(given.filter((name) => !own.has(name) && !variables.has(name))).toEqual([]);
  });

  it("OPERATE-12 ask a server only about itself before it gets calls", () => {
    for (const path of ["deploy/Caddyfile", "deploy/Dockerfile", "docs/operate/upgrade.md"]) {
      const asked = Array.from(textOf(path).matchAll(/\/api\/health\/\w+/g), ([call]) => call);
      expect([path, asked]).toEqual([path, ["/api/health/live"]]);
    }
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

  it("give Caddy under systemd the site and its servers by a command of install.md", () => {
    const command = /^printf .*(?= > \S+caddy\.service\.d\/)/m.exec(textOf("docs/operate/install.md"))?.[0];
    const unit = execFileSync("sh", ["-c", command ?? "false"], { encoding: "utf8" });
    const [, given = ""] = /^\[Service\]\nEnvironment=(.+)\n$/.exec(unit) ?? [];
    const set = Array.from(given.matchAll(/"([A-Z_]+)=([^"]+)"|([A-Z_]+)=(\S+)/g), (found) => [
      found[1] ?? found[3],
      found[2] ?? found[4],
    ]);
    expect(Object.fromEntries(set)).toEqual({
      SITE_HOST: "your.name",
      SERVERS: systemdPorts()
        .map((port) => `127.0.0.1:${port}`)
        .join(" "),
    });
    const wanted = Array.from(textOf("deploy/Caddyfile").matchAll(/\{\$([A-Z_]+)\}/g), ([, name]) => name);
    expect(new Set(set.map(([name]) => name))).toEqual(new Set(wanted));
  });

  it("run a command by hand with the user, the settings and the data folder of the services", () => {
    const bin = mkdtempSync(join(tmpdir(), "furlong-bin-"));
    writeFileSync(join(bin, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env["PATH"]}` };
    const run = execFileSync(join(root, "deploy/furlong"), ["doctor", "--url", "a b"], {
      env,
      encoding: "utf8",
    });
    rmSync(bin, { recursive: true });
    const asked = run.trimEnd().split("\n");
    const unit = textOf("deploy/systemd/furlong@.service");
    const value = (name: string) => new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1];
    expect(asked).toEqual(
      expect.arrayContaining([
        `--uid=${value("User")}`,
        `--property=EnvironmentFile=${value("EnvironmentFile")}`,
        `--property=UMask=${value("UMask")}`,
        `--setenv=${/DATA_DIR=\S+/.exec(unit)?.[0]}`,
      ]),
    );
    const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;
    expect(asked.slice(-6).join(" ")).toBe(`/usr/bin/${scripts["doctor"]} --url a b`);
    expect(textOf("docs/operate/install.md")).toContain("install -m 755 deploy/furlong /usr/local/bin/");
  });

  it("pin the digest of each image that is fetched, or nothing where a registry does not answer", () => {
    const folder = mkdtempSync(join(tmpdir(), "furlong-pin-"));
    for (const file of ["compose.yml", "pin-images"]) cpSync(join(root, "deploy", file), join(folder, file));
    const pinned = (docker: string) => {
      writeFileSync(join(folder, "docker"), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env["PATH"]}` };
      const { status } = spawnSync(join(folder, "pin-images"), { env });
      const made = join(folder, "digests.yml");
      return { status, digests: existsSync(made) ? parse(readFileSync(made, "utf8")) : null };
    };
    expect(pinned("exit 1")).toEqual({ status: 1, digests: null });
    const fetched = services.filter(([, { image }]) => image !== "furlong");
    expect(fetched.length).toBeGreaterThan(4);
    const images = fetched.map(
      ([name, { image }]) => [name, { image: `${image}@sha256:of-${image}` }] as const,
    );
    expect(pinned('for last; do :; done; echo "\\"sha256:of-$last\\""')).toEqual({
      status: 0,
      digests: { services: Object.fromEntries(images) },
    });
    rmSync(folder, { recursive: true });
    expect(textOf("docs/operate/install.md")).toContain("`deploy/pin-images`");
  });

  it("restore under compose with the settings, the data folder and the backups of the hourly copy", () => {
    const { backup, restore } = compose.services;
    expect(restore).toMatchObject({ environment: backup?.environment, volumes: backup?.volumes });
    expect(restore?.entrypoint?.join(" ")).toBe("node scripts/run.mjs restore");
    expect(textOf("docs/operate/backup.md")).toContain("run --rm restore /backups/");
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
