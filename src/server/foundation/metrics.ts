/** A value that another part of the server measures when asked. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** Values of one kind, distinguished by a label. */
export interface LabelledGauge extends Omit<Gauge, "read"> {
  readonly label: string;
  /** The value for each label. */
  readonly read: () => Promise<ReadonlyMap<string, number>>;
}

/** Counts kept by another part of the server, by labels; they never decrease. */
export interface Counts {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** The labels' values in order, and the count so far. */
  readonly read: () => readonly { readonly labels: readonly string[]; readonly value: number }[];
}

/** What the server measures about itself; exposed at /metrics. */
export interface Metrics {
  /** Response time, by endpoint and status. */
  observeRequest(endpoint: string, status: number, seconds: number): void;
  setSockets(kind: "visitor" | "player", count: number): void;
  countSocketCut(reason: "slow" | "rate" | "session" | "crowded"): void;
  addGauge(gauge: Gauge | LabelledGauge): void;
  addCounts(counts: Counts): void;
  readonly contentType: string;
  text(): Promise<string>;
}
