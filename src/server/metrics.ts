/** A value that another part of the server measures when asked. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** Values of one kind, told apart by a label. */
export interface LabelledGauge extends Omit<Gauge, "read"> {
  readonly label: string;
  /** The value by the label's. */
  readonly read: () => Promise<ReadonlyMap<string, number>>;
}

/** What the server counts about itself; read at /metrics. */
export interface Metrics {
  /** Time to answer, by endpoint and status. */
  observeRequest(endpoint: string, status: number, seconds: number): void;
  setSockets(kind: "visitor" | "player", count: number): void;
  countSocketCut(reason: "slow" | "rate" | "session" | "crowded"): void;
  addGauge(gauge: Gauge | LabelledGauge): void;
  readonly contentType: string;
  text(): Promise<string>;
}
