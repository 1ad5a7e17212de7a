/** Of Node's sockets and of Postgres: no connection, shut down, cancelled, out of disk, memory or connections, busy. */
const NOT_NOW = /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|08|57P0|57014|53|58030|55P03)/;
/** What the driver says without a code, and Postgres, which has no byte left, to a new connection. */
const NOT_CONNECTED =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after|could not write init file|Postgres says nothing)/;

/** Whether the database does not answer at the moment, or cannot do what it usually can; false for a wrong query. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && NOT_NOW.test(code)) return true;
    if (NOT_CONNECTED.test(at.message)) return true;
  }
  return false;
}
