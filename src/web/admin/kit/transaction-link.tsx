import { explorerUrl } from "../../lib/explorer.ts";
import { useRuntime } from "../../lib/runtime.ts";
import { Prefix, prefixOf } from "./bits.tsx";

interface TransactionLinkProps {
  /** Null before there is one. */
  readonly signature: string | null;
  readonly label: string;
}

/** Leads to the explorer of the network; the local chain has none, and the signature is copied. */
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
