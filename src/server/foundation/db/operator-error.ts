/** A problem that only the person who runs the server can fix. Its message is one complete line; print only that. */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}
