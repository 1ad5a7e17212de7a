import { useQuery } from "@tanstack/react-query";
import { FlaskConical, TriangleAlert, WifiOff, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { genesisHash } from "../lib/chain-rpc.ts";
import { rpcUrlOf, useRuntime, type Runtime } from "../lib/runtime.ts";
import { useConnection } from "../lib/socket.ts";
import { classNames } from "../ui/class-names.ts";

/** What Solana's public test network begins with. */
const DEVNET_GENESIS_HASH = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

/** Lines above everything else: what kind of money this is, and what does not work right now. */
export function Banners() {
  const runtime = useRuntime();
  const isLost = useConnection((state) => state.status === "lost");
  return (
    <output className="block">
      {isLost && (
        <Banner tone="bad" icon={<WifiOff aria-hidden size={16} />}>
          The live connection is lost. Reconnecting…
        </Banner>
      )}
      {runtime?.maintenance === true && (
        <Banner tone="bad" icon={<Wrench aria-hidden size={16} />}>
          Maintenance: new bets and withdrawals are paused. Races under way are finished and paid.
        </Banner>
      )}
      {runtime?.network === "localnet" && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          Local mode. Local SOL has no value.
        </Banner>
      )}
      {runtime?.testing === true && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          Testing mode: bets are play money.
        </Banner>
      )}
      {runtime !== undefined && <DevnetBanner runtime={runtime} />}
    </output>
  );
}

/** Shown when the chain that we are connected to turns out to be the test network. */
function DevnetBanner({ runtime }: { readonly runtime: Runtime }) {
  const rpcUrl = rpcUrlOf(runtime);
  const isAsked = runtime.devnetBanner && runtime.network !== "localnet";
  const asked = useQuery({
    queryKey: ["genesis hash", rpcUrl],
    queryFn: () => genesisHash(rpcUrl ?? ""),
    enabled: isAsked && rpcUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isAsked || (asked.data ?? runtime.genesisHash) !== DEVNET_GENESIS_HASH) return null;
  return (
    <Banner tone="info" icon={<TriangleAlert aria-hidden size={16} />}>
      Devnet: you are playing with test SOL that has no value.
    </Banner>
  );
}

interface BannerProps {
  readonly tone: "info" | "bad";
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Banner({ tone, icon, children }: BannerProps) {
  return (
    <p
      className={classNames(
        "flex items-center justify-center gap-2 border-b border-divider bg-panel px-4 py-1 text-center text-sm font-bold",
        tone === "bad" ? "text-bad" : "text-info",
      )}
    >
      {icon}
      {children}
    </p>
  );
}
