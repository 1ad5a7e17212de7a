/** A value that another part of the server measures when asked. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** What the server counts about itself; read at /metrics. */
export interface Metrics {
  /** Time to answer, by endpoint and status. */
  observeRequest(endpoint: string, status: number, seconds: number): void;
  setSockets(kind: "visitor" | "player", count: number): void;
  countSocketCut(reason: "slow" | "rate" | "session" | "crowded"): void;
  addGauge(gauge: Gauge): void;
  readonly contentType: string;
  text(): Promise<string>;
}
