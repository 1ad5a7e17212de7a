import { useQuery } from "@tanstack/react-query";
import { FlaskConical, TriangleAlert, WifiOff, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { genesisHash } from "../lib/chain-rpc.ts";
import { rpcUrlOf, useRuntime, type Runtime } from "../lib/runtime.ts";
import { useConnection } from "../lib/socket.ts";
import { classNames } from "../ui/class-names.ts";
import { layoutWords } from "../words/en/layout.ts";
import { useWords } from "../words/use-words.ts";

/** What Solana's public test network begins with. */
export const DEVNET_GENESIS_HASH = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

/** Lines above everything else: what kind of money this is, and what does not work right now. */
export function Banners() {
  const runtime = useRuntime();
  const { say } = useWords(layoutWords);
  const isLost = useConnection((state) => state.status === "lost");
  return (
    <output className="block">
      {isLost && (
        <Banner tone="bad" icon={<WifiOff aria-hidden size={16} />}>
          {say("connectionLost")}
        </Banner>
      )}
      {runtime?.maintenance === true && (
        <Banner tone="bad" icon={<Wrench aria-hidden size={16} />}>
          {say("maintenance")}
        </Banner>
      )}
      {runtime?.network === "localnet" && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          {say("localMode")}
        </Banner>
      )}
      {runtime?.testing === true && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          {say("testingMode")}
        </Banner>
      )}
      {runtime !== undefined && <DevnetBanner runtime={runtime} />}
    </output>
  );
}

/** Shown when the chain that we are connected to turns out to be the test network. */
function DevnetBanner({ runtime }: { readonly runtime: Runtime }) {
  const { say } = useWords(layoutWords);
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
      {say("devnet")}
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
