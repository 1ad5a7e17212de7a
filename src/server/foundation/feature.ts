import type { Change } from "./db/change-news.ts";
import type { HeldLease } from "./db/lease.ts";
import type { Feed } from "./http/feeds.ts";
import type { Handlers } from "./http/handler.ts";
import type { StoredFiles } from "./http/stored-files.ts";
import type { Rest } from "./loop.ts";
import type { Gauge, LabelledGauge } from "./metrics.ts";
import type { SocketHandlers } from "./sockets/socket-handler.ts";

interface RepeatedWork {
  /** Names the job in the log. */
  readonly name: string;
  /** The minimum pause after a round; rounds of one job never overlap. */
  readonly everyMs: number;
  /** Changes that end the rest that a round asked for. */
  readonly wokenBy?: readonly Change[];
}

export interface InstanceJob extends RepeatedWork {
  readonly runsOn: "every instance";
  readonly round: () => Promise<Rest>;
}

export interface LeaderJob extends RepeatedWork {
  readonly runsOn: "leader";
  /** Creates the job's rounds; called each time this instance becomes the leader. */
  readonly begin: (lease: HeldLease) => () => Promise<Rest>;
}

/** Work that a feature repeats in the background. */
export type Job = InstanceJob | LeaderJob;

/**
 * What a feature's `open<Feature>` returns to the server. Features do not import each other: what one needs from
 * another is a port, filled in where the features are listed (features.ts).
 */
export interface Feature {
  readonly handlers?: Partial<Handlers>;
  readonly socketHandlers?: Partial<SocketHandlers>;
  readonly jobs?: readonly Job[];
  readonly gauges?: readonly (Gauge | LabelledGauge)[];
  /** Pictures and other files served alongside the contract's calls. */
  readonly files?: readonly StoredFiles[];
  readonly feeds?: readonly Feed[];
}

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

type HandlersOf<One> = One extends { readonly handlers: infer Own } ? Own : never;
type SocketHandlersOf<One> = One extends { readonly socketHandlers: infer Own } ? Own : never;

export interface JoinedFeatures<One extends Feature> {
  /** Typed by the calls that the features answer, so that a missing handler does not compile as `Handlers`. */
  readonly handlers: Intersection<HandlersOf<One>>;
  readonly socketHandlers: Intersection<SocketHandlersOf<One>>;
  readonly jobs: readonly Job[];
  readonly gauges: readonly (Gauge | LabelledGauge)[];
  readonly files: readonly StoredFiles[];
  readonly feeds: readonly Feed[];
}

/** Merges the parts of all features into one object. Throws when two features answer the same call, which is a bug. */
export function joinFeatures<One extends Feature>(features: readonly One[]): JoinedFeatures<One> {
  return {
    handlers: joinByName(features.map(({ handlers = {} }) => handlers)) as Intersection<HandlersOf<One>>,
    socketHandlers: joinByName(features.map(({ socketHandlers = {} }) => socketHandlers)) as Intersection<
      SocketHandlersOf<One>
    >,
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    gauges: features.flatMap(({ gauges = [] }) => gauges),
    files: features.flatMap(({ files = [] }) => files),
    feeds: features.flatMap(({ feeds = [] }) => feeds),
  };
}

function joinByName(parts: readonly object[]): object {
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two features answer ${twice}`);
  return Object.assign({}, ...parts) as object;
}
