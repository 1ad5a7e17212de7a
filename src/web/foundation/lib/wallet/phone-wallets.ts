/** Wallets that are offered if none of them is installed, with the link that opens a page in their own browser. */
const wallets = [
  { name: "Phantom", install: "https://phantom.com/download", browse: "https://phantom.app/ul/browse/" },
  {
    name: "Solflare",
    install: "https://solflare.com/download",
    browse: "https://solflare.com/ul/v1/browse/",
  },
  {
    name: "Backpack",
    install: "https://backpack.app/download",
    browse: "https://backpack.app/ul/v1/browse/",
  },
] as const;

export interface OfferedWallet {
  readonly name: string;
  readonly url: string;
}

/** Where to get each wallet. */
export const installLinks = (installed: readonly string[]): readonly OfferedWallet[] =>
  missing(installed).map(({ name, install }) => ({ name, url: install }));

/**
 * Universal links that open this page in the browser of a wallet's app. The app has its own storage, so
 * the referral code goes along in the path.
 *
 * @param page the page's address
 * @param referrer the referral code that is remembered, or null
 * @param installed names of wallets that are already installed
 */
export function browseLinks(
  page: string,
  referrer: string | null,
  installed: readonly string[],
): readonly OfferedWallet[] {
  const { origin, pathname, search } = new URL(page);
  // Browsers treat a segment of only dots as a step in the path; nobody has such a name.
  const isCode = referrer !== null && !/^\.{1,2}$/.test(referrer);
  const path = !isCode ? `${pathname}${search}` : `/ref/${encodeURIComponent(referrer)}`;
  const target = encodeURIComponent(`${origin}${path}`);
  const ref = encodeURIComponent(origin);
  return missing(installed).map(({ name, browse }) => ({ name, url: `${browse}${target}?ref=${ref}` }));
}

const missing = (installed: readonly string[]) => wallets.filter(({ name }) => !installed.includes(name));
