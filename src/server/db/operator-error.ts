/** Something only the person who runs the server can put right. Its message is one whole line; print it alone. */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}
