/** Why a node that an admin named is not used (rule LIMITS-5). */
export type NodeRefusal = "private-address" | "redirect";

/** A call that was not made, or a redirect that was not followed, because of where it would have led. */
export class NodeRefused extends Error {
  override readonly name = "NodeRefused";
  readonly refusal: NodeRefusal;

  constructor(refusal: NodeRefusal) {
    super(refusal === "redirect" ? "the node redirects" : "the node's address is not public");
    this.refusal = refusal;
  }
}

/** The refusal behind an error, no matter how often it was wrapped; null if there is none. */
export function nodeRefusalOf(error: unknown): NodeRefusal | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof NodeRefused) return at.refusal;
  return null;
}
