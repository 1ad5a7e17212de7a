/** What can be observed of the product's progress through a race, from its log and from the players' own calls. */
export interface Moments {
  tell(moment: string): void;
  /** Resolves with the first of these moments to occur, or with null if none did in time. */
  first(wanted: ReadonlySet<string>, patienceMs: number): Promise<string | null>;
}

export function newMoments(): Moments {
  const listeners = new Set<(moment: string) => void>();
  return {
    tell(moment) {
      for (const listener of listeners) listener(moment);
    },
    first: (wanted, patienceMs) =>
      new Promise((resolve) => {
        const end = (moment: string | null) => {
          listeners.delete(listen);
          clearTimeout(timer);
          resolve(moment);
        };
        const listen = (moment: string) => {
          if (wanted.has(moment)) end(moment);
        };
        const timer = setTimeout(() => end(null), patienceMs);
        listeners.add(listen);
      }),
  };
}

/** The moment that a line of the server's log reports, if any. */
export function momentOf(line: string): string | null {
  if (!line.startsWith("{")) return null;
  const entry = JSON.parse(line) as Record<string, unknown>;
  switch (entry["msg"]) {
    case "race moved":
      return `race ${String(entry["to"])}`;
    case "settling race":
    case "race stored":
      return entry["msg"];
    case "payment signed":
    case "payment sent":
    case "payment sent again":
    case "payment final":
      return `${String(entry["kind"])} ${entry["msg"].replace("payment ", "")}`;
    default:
      return null;
  }
}

const calls: readonly (readonly [RegExp, string])[] = [
  [/\/bet\/prepare$/, "prepare"],
  [/\/bet\/submit$/, "submit"],
  [/\/bet\/confirm$/, "confirm"],
  [/\/wallet\/withdraw$/, "withdraw"],
];

/** The moment that a player's call represents, if it is one that moves money. */
export function momentOfCall(path: string, moment: "asked" | "answered"): string | null {
  const [, name] = calls.find(([pattern]) => pattern.test(path)) ?? [];
  return name === undefined ? null : `${name} ${moment}`;
}
