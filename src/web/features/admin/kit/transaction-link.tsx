import { explorerUrl } from "../../../foundation/lib/explorer.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { copyText } from "../../../foundation/ui/copy-button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Prefix, prefixOf } from "./bits.tsx";
import { kitWords } from "./words.en.ts";

interface TransactionLinkProps {
  /** Null before there is a transaction. */
  readonly signature: string | null;
  readonly label: string;
}

/** Links to the network's explorer; the local chain has none, so the signature is copied. */
export function TransactionLink({ signature, label }: TransactionLinkProps) {
  const network = useRuntime()?.network;
  if (signature === null) return <span className="text-muted">–</span>;
  const url = network === undefined ? null : explorerUrl(network, signature);
  if (url === null) return <Prefix text={signature} label={label} />;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="relative z-1 inline-flex min-h-6 items-center font-mono text-xs underline underline-offset-4"
    >
      {prefixOf(signature)}
    </a>
  );
}

const named = "relative z-1 inline-flex min-h-6 items-center text-xs underline underline-offset-4";

/**
 * The same link with a name instead of the signature, for several in a row; renders nothing before there is a
 * transaction.
 */
export function NamedTransaction({ signature, label }: TransactionLinkProps) {
  const { t } = useWords(kitWords);
  const network = useRuntime()?.network;
  if (signature === null) return null;
  const url = network === undefined ? null : explorerUrl(network, signature);
  return url === null ? (
    <button
      type="button"
      title={signature}
      aria-label={`${t("copy")}: ${label} ${prefixOf(signature)}`}
      onClick={() => void copyText(signature, t("copied"))}
      className={named}
    >
      {label}
    </button>
  ) : (
    <a href={url} title={signature} target="_blank" rel="noreferrer" className={named}>
      {label}
    </a>
  );
}
