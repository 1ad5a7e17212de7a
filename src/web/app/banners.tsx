import { useQuery } from "@tanstack/react-query";
import { Coins, FlaskConical, TriangleAlert, WifiOff, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { genesisHash } from "../lib/chain-rpc.ts";
import { rpcUrlOf, useRuntime, type Runtime } from "../lib/runtime.ts";
import { useConnection } from "../lib/socket.ts";
import { useWords } from "../words/use-words.ts";
import { appWords } from "./words.en.ts";

/** What Solana's public test network begins with. */
export const DEVNET_GENESIS_HASH = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

/**
 * One line above everything else: what does not work right now, and what kind of money this is. It has its height from
 * the first paint on, whatever is to be said, so that no news moves the page. A phone has room for the first alone.
 */
export function Banners() {
  const runtime = useRuntime();
  const { t } = useWords(appWords);
  const isLost = useConnection((state) => state.status === "lost");
  return (
    <output className="flex min-h-7 items-center justify-center gap-x-6 border-b border-divider bg-panel px-4 py-1 max-tablet:[&>*+*]:sr-only">
      {isLost && (
        <Banner tone="bad" icon={<WifiOff aria-hidden size={16} />}>
          {t("connectionLost")}
        </Banner>
      )}
      {runtime?.maintenance === true && (
        <Banner tone="bad" icon={<Wrench aria-hidden size={16} />}>
          {t("maintenance")}
          <span className="max-tablet:hidden"> {t("maintenancePromise")}</span>
        </Banner>
      )}
      {runtime?.testing === true && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          {t("testingMode")}
        </Banner>
      )}
      {runtime?.network === "localnet" && (
        <Banner tone="info" icon={<FlaskConical aria-hidden size={16} />}>
          {t("localMode")}
        </Banner>
      )}
      {runtime !== undefined && <DevnetBanner runtime={runtime} />}
      {runtime?.network === "mainnet-beta" && runtime.testing !== true && (
        <Banner tone="quiet" icon={<Coins aria-hidden size={16} />}>
          {t("realMoney")}
        </Banner>
      )}
    </output>
  );
}

/** Shown when the chain that we are connected to turns out to be the test network. */
function DevnetBanner({ runtime }: { readonly runtime: Runtime }) {
  const { t } = useWords(appWords);
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
      {t("devnet")}
    </Banner>
  );
}

interface BannerProps {
  readonly tone: keyof typeof tones;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

const tones = { info: "text-info", bad: "text-bad", quiet: "text-muted" } as const;

function Banner({ tone, icon, children }: BannerProps) {
  return (
    <p className={`flex min-w-0 items-center gap-2 text-sm font-bold ${tones[tone]}`}>
      <span className="shrink-0">{icon}</span>
      <span className="truncate max-tablet:text-xs">{children}</span>
    </p>
  );
}
