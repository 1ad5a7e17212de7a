/** Makes something when it is first needed: a browser takes long over each of the `Intl` formatters. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
