import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { installDebianPackage } from "../../support/debian-package.ts";
import { readAlerts, root } from "../../support/deployment.ts";

const scratch = mkdtempSync(join(tmpdir(), "furlong-watching-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a tool of Debian's, which is installed if it is missing; answers everything that it printed. */
function run(
  tool: string,
  debian: string,
  args: readonly string[],
): { printed: string; status: number | null } {
  const once = () => spawnSync(tool, args, { encoding: "utf8", cwd: scratch });
  let ran = once();
  if (ran.error) {
    installDebianPackage(debian);
    ran = once();
  }
  if (ran.error) throw new Error(`${tool} is missing: install Debian's ${debian}`, { cause: ran.error });
  return { printed: `${ran.stdout}${ran.stderr}`, status: ran.status };
}

interface Case {
  /** Series with a value a minute, as promtool writes them; the alert fires for them, once in all, and did not `before`. */
  readonly fires: Readonly<Record<string, string>>;
  readonly at: string;
  readonly before?: string;
  /** The alert never fires for these. */
  readonly quiet: Readonly<Record<string, string>>;
}

const problem = (code: string, at: string, before?: string): Case => {
  const series = `furlong_problem{code="${code}",instance="a"}`;
  return { fires: { [series]: "1x1600" }, quiet: { [series]: "0x1600" }, at, ...(before && { before }) };
};
const count = (status: string) =>
  `furlong_http_request_seconds_count{call="active",instance="a",status="${status}"}`;
const bucket = (le: string) => `furlong_http_request_seconds_bucket{call="active",instance="a",le="${le}"}`;
const cut = (reason: string) => `furlong_sockets_cut_total{instance="a",reason="${reason}"}`;

/** By alert. */
const cases: Readonly<Record<string, Case>> = {
  FurlongDown: {
    fires: { 'up{job="furlong",instance="a"}': "1x5 0x60", 'up{job="furlong",instance="b"}': "1x70" },
    before: "6m",
    at: "8m",
    quiet: { 'up{job="furlong",instance="a"}': "1x5 0 1x60" },
  },
  FurlongPaymentsHalted: problem("PAYMENTS_HALTED", "1m"),
  FurlongHouseLocked: problem("HOUSE_LOCKED", "2m", "0m"),
  FurlongNoLeader: problem("NO_LEADER", "2m", "0m"),
  FurlongChainSilent: problem("CHAIN_SILENT", "3m", "1m"),
  FurlongNodeAside: {
    fires: { 'furlong_node_aside{node="one"}': "1x60", 'furlong_node_aside{node="two"}': "0x60" },
    before: "4m",
    at: "6m",
    quiet: { 'furlong_node_aside{node="one"}': "1x3 0x60" },
  },
  FurlongHouseCallsWait: {
    fires: { 'furlong_node_calls_waiting{class="house"}': "1x60" },
    before: "0m",
    at: "2m",
    quiet: { 'furlong_node_calls_waiting{class="player"}': "90x60" },
  },
  FurlongDepositBacklog: {
    fires: { furlong_deposit_backlog_slots: "0+500x60" },
    before: "9m",
    at: "15m",
    quiet: { furlong_deposit_backlog_slots: "1400x60" },
  },
  FurlongRedisSilent: problem("REDIS_SILENT", "3m", "1m"),
  FurlongRaceStuck: problem("RACE_STUCK", "1m"),
  FurlongHotWalletShort: problem("HOT_WALLET_SHORT", "3m", "1m"),
  FurlongEquityNegative: problem("EQUITY_NEGATIVE", "1m"),
  FurlongBooksDiffer: problem("BOOKS_DIFFER", "3m", "1m"),
  FurlongPaymentsUnknown: problem("PAYMENTS_UNKNOWN", "11m", "9m"),
  FurlongPaymentsLate: {
    fires: { furlong_payments_oldest_pending_seconds: "0+60x60" },
    before: "11m",
    at: "14m",
    quiet: { furlong_payments_oldest_pending_seconds: "600x60" },
  },
  FurlongPaymentsFailed: problem("PAYMENTS_FAILED", "1m"),
  FurlongMemoFailed: {
    fires: { furlong_memos_failed: "1x10" },
    at: "1m",
    quiet: { furlong_memos_failed: "0x10" },
  },
  FurlongNotaryLow: {
    fires: { furlong_notary_sol: "0.049x60" },
    before: "14m",
    at: "16m",
    quiet: { furlong_notary_sol: "0.05x60" },
  },
  FurlongLogDiffers: {
    fires: { furlong_log_differs: "0x5 1x10" },
    before: "5m",
    at: "7m",
    quiet: { furlong_log_differs: "0x10" },
  },
  FurlongLogUnanchored: {
    fires: { furlong_log_unanchored_seconds: "0+60x60" },
    before: "34m",
    at: "37m",
    quiet: { furlong_log_unanchored_seconds: "1800x60" },
  },
  FurlongNoRace: problem("NO_RACE", "6m", "4m"),
  FurlongMaintenanceOn: problem("MAINTENANCE_ON", "61m", "59m"),
  FurlongTestingOn: problem("TESTING_ON", "61m", "59m"),
  FurlongJackpotNotCovered: problem("JACKPOT_NOT_COVERED", "11m", "9m"),
  FurlongBonusRefilling: problem("BONUS_REFILLING", "1441m", "1439m"),
  FurlongHistoryStands: {
    fires: { furlong_export_waiting_races: "6x120" },
    before: "80m",
    at: "95m",
    quiet: { furlong_export_waiting_races: "200-1x190" },
  },
  FurlongCallsFail: {
    fires: { [count("500")]: "0+12x60", [count("200")]: "0+900x60" },
    before: "2m",
    at: "8m",
    quiet: { [count("409")]: "0+900x60", [count("503")]: "0+1x60" },
  },
  FurlongSlow: {
    fires: { [bucket("1")]: "0+90x60", [bucket("2.5")]: "0+100x60", [bucket("+Inf")]: "0+100x60" },
    before: "8m",
    at: "15m",
    quiet: { [bucket("1")]: "0+96x60", [bucket("2.5")]: "0+100x60", [bucket("+Inf")]: "0+100x60" },
  },
  FurlongEventLoopLate: {
    fires: { nodejs_eventloop_lag_p99_seconds: "0.6x60" },
    before: "4m",
    at: "6m",
    quiet: { nodejs_eventloop_lag_p99_seconds: "0.4x60" },
  },
  FurlongBackupOld: {
    fires: { furlong_last_backup_seconds: "0x400" },
    before: "3h30m",
    at: "4h5m",
    quiet: { furlong_last_backup_seconds: "0x120 7200x120 14400x200" },
  },
  FurlongDiskFilling: {
    fires: { furlong_disk_free_ratio: "0.09x60" },
    before: "9m",
    at: "11m",
    quiet: { furlong_disk_free_ratio: "0.11x60" },
  },
  FurlongMemoryHigh: {
    fires: { process_resident_memory_bytes: "1.6e9x60" },
    before: "9m",
    at: "11m",
    quiet: { process_resident_memory_bytes: "1.4e9x60" },
  },
  FurlongRestarts: {
    fires: { 'process_start_time_seconds{job="furlong"}': "1 1 2 2 3 3 4 4" },
    before: "5m",
    at: "7m",
    quiet: { 'process_start_time_seconds{job="furlong"}': "1 1 2 2 3 3x30" },
  },
  FurlongSocketsCut: {
    fires: { [cut("slow")]: "0+50x60", [cut("crowded")]: "0+50x60" },
    before: "8m",
    at: "20m",
    quiet: { [cut("slow")]: "0+10x60", [cut("ended")]: "0+900x60" },
  },
};

it.each(readAlerts().map(({ alert }) => alert))(
  "OPERATE-2 %s fires for what it means, and for no less",
  (alert) => {
    const one = cases[alert];
    if (one === undefined) throw new Error(`${alert} has no case`);
    const { fires, quiet, at, before } = one;
    const of = (series: Readonly<Record<string, string>>) =>
      Object.entries(series).map(([name, values]) => ({ series: name, values }));
    const firing = (time: string, times: number) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: time,
      exp_samples: times === 0 ? [] : [{ labels: "{}", value: times }],
    });
    copyFileSync(join(root, "deploy/prometheus/alerts.yml"), join(scratch, "alerts.yml"));
    const tests = [
      {
        input_series: of(fires),
        promql_expr_test: [...(before === undefined ? [] : [firing(before, 0)]), firing(at, 1)],
      },
      { input_series: of(quiet), promql_expr_test: [firing(at, 0)] },
    ].map((test) => ({ interval: "1m", ...test }));
    writeFileSync(
      join(scratch, "cases.yml"),
      stringify({ rule_files: ["alerts.yml"], evaluation_interval: "1m", tests }),
    );
    const { printed, status } = run("promtool", "prometheus", ["test", "rules", "cases.yml"]);
    expect([printed, status]).toEqual([expect.stringContaining("SUCCESS"), 0]);
  },
);

it("has no case for an alert that does not exist", () => {
  const alerts = readAlerts().map(({ alert }) => alert);
  expect(Object.keys(cases).filter((alert) => !alerts.includes(alert))).toEqual([]);
});

const units = ["furlong@.service", "furlong-backup.service", "furlong-backup.timer"].map((name) =>
  join(root, "deploy/systemd", name),
);

it("the units are sound, and expose little of the machine", () => {
  expect(run("systemd-analyze", "systemd", ["verify", ...units])).toEqual({ printed: "", status: 0 });
  for (const unit of units.filter((path) => path.endsWith(".service"))) {
    const { printed } = run("systemd-analyze", "systemd", ["security", "--offline=true", unit]);
    expect(printed).toMatch(/Overall exposure level for \S+: [0-3]\.\d /);
  }
});

it("what Prometheus and Alertmanager read is sound", () => {
  const config = (name: string) => join(root, "deploy/prometheus", name);
  expect(
    run("promtool", "prometheus", ["check", "config", "--syntax-only", config("prometheus.yml")]).status,
  ).toBe(0);
  const { printed, status } = run("amtool", "prometheus-alertmanager", [
    "check-config",
    config("alertmanager.yml"),
  ]);
  expect([printed, status]).toEqual([expect.stringContaining("SUCCESS"), 0]);
});
