/** For each text that a translator has removed, the element that it put in its place. */
const stands = new WeakMap<Node, ChildNode>();

/**
 * Translators in browsers replace the texts of a page by elements of their own, or wrap them. React would then change
 * texts that are no longer shown, and fail at removing them or at inserting something before them. So a text is first
 * put back where it was, and what stands around it is treated as the text itself (rule PAGE-1).
 */
export function tolerateTranslators(): void {
  const { prototype } = Node;
  const value = Object.getOwnPropertyDescriptor(prototype, "nodeValue");
  const observer = new MutationObserver(note);
  observer.observe(document, { subtree: true, childList: true });

  function putBack(node: Node): void {
    note(observer.takeRecords());
    if (!node.isConnected) stands.get(node)?.replaceWith(node);
  }
  Object.defineProperty(prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      putBack(this);
      value?.set?.call(this, text);
    },
  });
  for (const name of ["removeChild", "insertBefore"] as const) {
    const change: (node: Node, before: Node | null) => Node = prototype[name];
    prototype[name] = function changeHere<T extends Node>(this: Node, node: T, before?: Node | null): T {
      putBack(node);
      const isRemoved = name === "removeChild";
      const own = childAround(this, isRemoved ? node : before);
      if (!isRemoved) change.call(this, node, own);
      else if (own !== null) change.call(this, own, null);
      return node;
    };
  }

  function childAround(parent: Node, node: Node | null | undefined): Node | null {
    if (node) putBack(node);
    let around = node ?? null;
    while (around !== null && around.parentNode !== parent) around = around.parentNode;
    return around;
  }
}

function note(changes: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const [text] = removedNodes;
    if (!(text instanceof Text)) continue;
    const stand = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
    if (stand) stands.set(text, stand as ChildNode);
  }
}
