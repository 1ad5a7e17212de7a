export type Shortcut =
  | { readonly kind: "horse"; readonly number: number }
  | { readonly kind: "preset"; readonly index: number }
  | { readonly kind: "amount" | "source" | "bet" | "help" };

/** What a key means on the race page, letters in lower case; null for all others. */
export function shortcutOf(key: string): Shortcut | null {
  if (/^[1-6]$/.test(key)) return { kind: "horse", number: Number(key) };
  const preset = ["q", "w", "e", "r"].indexOf(key);
  if (preset >= 0) return { kind: "preset", index: preset };
  switch (key) {
    case "b":
      return { kind: "amount" };
    case "s":
      return { kind: "source" };
    case "Enter":
      return { kind: "bet" };
    case "?":
      return { kind: "help" };
    default:
      return null;
  }
}
