/**
 * Whether a node at this address may be asked: over https, or on this computer. The asking page's policy lets it reach
 * no other.
 */
export function isNodeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const isHere = url.hostname === "localhost" || url.hostname === "127.0.0.1";
  return url.protocol === "https:" || (url.protocol === "http:" && isHere);
}
