import type { ReactNode } from "react";
import type { Network } from "../../../domain/networks.ts";
import { explorerUrl } from "../../foundation/lib/explorer.ts";

/** A transaction by its signature, with a link to the explorer if there is one. */
export function Transaction({
  network,
  signature,
}: {
  readonly network: Network | null;
  readonly signature: string | null;
}) {
  if (signature === null) return "–";
  const url = network === null ? null : explorerUrl(network, signature);
  if (url === null) return signature;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {signature}
    </a>
  );
}

/** A published value, under its name. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="grid gap-x-4 tablet:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-muted">{name}</dt>
    <dd className="font-mono text-xs break-all">{children}</dd>
  </div>
);
