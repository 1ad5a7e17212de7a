import { ExternalLink, Smartphone } from "lucide-react";
import { readReferrer } from "../../../foundation/lib/referrer.ts";
import { deviceOf } from "../../../foundation/lib/wallet/device.ts";
import {
  browseLinks,
  installLinks,
  type OfferedWallet,
} from "../../../foundation/lib/wallet/phone-wallets.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { connectWords } from "./words.en.ts";

interface MoreWalletsProps {
  /** Names of the installed wallets that can bet on this network. */
  readonly usable: readonly string[];
  readonly isLocal: boolean;
}

/**
 * Links to wallets that are not installed: on a phone to the wallet's own browser, which opens this page, on a
 * desktop to its download page.
 */
export function MoreWallets({ usable, isLocal }: MoreWalletsProps) {
  const { t } = useWords(connectWords);
  const hasOne = usable.length > 0;
  if (deviceOf(navigator) !== "desktop") {
    return (
      <Links
        heading={t("openInWallet")}
        links={browseLinks(location.href, readReferrer(), usable).map((link) => ({
          ...link,
          text: t("openIn", { wallet: link.name }),
        }))}
      />
    );
  }
  const links = installLinks(usable).map((link) => ({ ...link, text: link.name }));
  const heading = hasOne ? "getAnother" : isLocal ? "noOtherWallet" : "noWallet";
  return <Links heading={t(heading)} links={links} isElsewhere />;
}

interface LinksProps {
  readonly heading: string;
  readonly links: readonly (OfferedWallet & { readonly text: string })[];
  /** Opens in a new tab. */
  readonly isElsewhere?: boolean;
}

function Links({ heading, links, isElsewhere = false }: LinksProps) {
  if (links.length === 0) return null;
  const Icon = isElsewhere ? ExternalLink : Smartphone;
  return (
    <div className="text-sm text-muted">
      <p>{heading}</p>
      <ul className="mt-2 flex flex-wrap gap-x-4">
        {links.map(({ name, url, text }) => (
          <li key={name}>
            <a
              href={url}
              {...(isElsewhere && { target: "_blank", rel: "noreferrer" })}
              className="inline-flex min-h-11 items-center gap-1 font-bold text-accent underline-offset-4 hover:underline"
            >
              {text}
              <Icon aria-hidden size={14} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
