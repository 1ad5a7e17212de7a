import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Counts, Metrics } from "../foundation/metrics.ts";

export function openMetrics(): Metrics {
  const registers = [new Registry()] as const;
  const [registry] = registers;
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "furlong_http_request_seconds",
    help: "Time to answer a request",
    labelNames: ["endpoint", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  /** A series by its labels: looking it up in the library takes longer than counting. */
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  const seriesOf = (endpoint: string, status: string) => {
    const key = `${endpoint} ${status}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const found = requests.labels(endpoint, status);
    series.set(key, found);
    return found;
  };
  const sockets = new Gauge({
    name: "furlong_sockets",
    help: "Open sockets of this instance",
    labelNames: ["kind"],
    registers: [registry],
  });
  const cuts = new Counter({
    name: "furlong_sockets_cut_total",
    help: "Sockets closed by the server",
    labelNames: ["reason"],
    registers: [registry],
  });
  return {
    observeRequest: (name, status, seconds) => seriesOf(name, String(status)).observe(seconds),
    setSockets: (kind, count) => sockets.set({ kind }, count),
    countSocketCut: (reason) => cuts.inc({ reason }),
    addGauge(gauge) {
      const { name, help } = gauge;
      const metric: Gauge = new Gauge({
        name,
        help,
        labelNames: "label" in gauge ? [gauge.label] : [],
        registers: [registry],
        async collect() {
          if (!("label" in gauge)) return metric.set(await gauge.read());
          for (const [value, number] of await gauge.read()) metric.set({ [gauge.label]: value }, number);
        },
      });
    },
    addCounts({ name, help, labels, read }: Counts) {
      const metric: Counter = new Counter({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect() {
          metric.reset();
          for (const { labels: values, value } of read()) metric.labels(...values).inc(value);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
