import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import type { User } from "../../../contract/players/players.ts";
import { writeStored } from "../../foundation/lib/storage.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { writeClipboard } from "../../foundation/ui/copy-button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { REFERRAL_LINK, referralLinkOf, shownLink } from "./referral-link.ts";
import { referralWords } from "./words.en.ts";

const COPIED_MS = 3_000;

/** The player's link with its button; a message that it was copied replaces it for three seconds. */
export function CopyLink({ user }: { readonly user: User }) {
  const { t } = useWords(referralWords);
  const link = referralLinkOf(user, window.location.origin);
  useEffect(() => writeStored(REFERRAL_LINK, link), [link]);

  // Counts the copies made while the message is shown, so that another copy restarts the three seconds.
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    if (await writeClipboard(link)) setCopies((count) => count + 1);
  };
  return (
    <div className="flex min-w-0 flex-1 gap-3">
      <div className="relative min-w-0 flex-1">
        <input
          readOnly
          aria-label={t("yourLink")}
          value={shownLink(link)}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 w-full truncate rounded-m border border-control bg-bg px-3 field-mono"
        />
        <output
          className={`pointer-events-none absolute inset-px flex items-center rounded-m bg-bg px-3 text-sm font-bold text-good ${isCopied ? "" : "invisible"}`}
        >
          {isCopied && <span className="truncate">{t("linkCopied")}</span>}
        </output>
      </div>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden size={16} />
        {t("copyLink")}
      </Button>
    </div>
  );
}
