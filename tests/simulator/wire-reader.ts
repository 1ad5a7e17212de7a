export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** A rejection by the database, with its SQLSTATE. */
export class DatabaseRefused extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  constructor(fields: ReadonlyMap<string, string>, text: string) {
    super(`${fields.get("M") ?? "refused"}: ${text}`);
    this.code = fields.get("C") ?? "XX000";
    this.constraint = fields.get("n");
  }
}

/** Reads the database's answers. */
export class WireReader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isMore(): boolean {
    return this.at < this.#bytes.length;
  }

  /** The kind of a message or of a field. */
  letter(): string {
    const code = this.#bytes[this.at] as number;
    this.at += 1;
    return String.fromCharCode(code);
  }

  int16(): number {
    const value = this.#bytes.readInt16BE(this.at);
    this.at += 2;
    return value;
  }

  int32(): number {
    const value = this.#bytes.readInt32BE(this.at);
    this.at += 4;
    return value;
  }

  cString(): string {
    const from = this.at;
    this.at = this.#bytes.indexOf(0, from) + 1;
    return this.#bytes.toString("utf8", from, this.at - 1);
  }

  /** Fields of a rejection or a notice, keyed by their letters. */
  fields(): ReadonlyMap<string, string> {
    const fields = new Map<string, string>();
    for (let field = this.letter(); field !== "\0"; field = this.letter()) fields.set(field, this.cString());
    return fields;
  }

  rowAsArray(columns: readonly Column[]): unknown[] {
    this.at += 2;
    return columns.map(({ parse }) => this.#cell(parse));
  }

  rowAsObject(columns: readonly Column[]): Record<string, unknown> {
    this.at += 2;
    const row: Record<string, unknown> = {};
    for (const { name, parse } of columns) row[name] = this.#cell(parse);
    return row;
  }

  #cell(parse: (text: string) => unknown): unknown {
    const length = this.int32();
    if (length < 0) return null;
    const from = this.at;
    this.at += length;
    return parse(this.#bytes.toString("utf8", from, this.at));
  }
}
