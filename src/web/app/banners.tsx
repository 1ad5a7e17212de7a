import { useQuery } from "@tanstack/react-query";
import { Coins, FlaskConical, Info, type LucideIcon, WifiOff, Wrench } from "lucide-react";
import { Link } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { DEVNET_GENESIS_HASH } from "../../domain/networks.ts";
import { genesisHash } from "../foundation/lib/chain-rpc.ts";
import { rpcUrlOf, useRuntime, type Runtime } from "../foundation/lib/runtime.ts";
import { useConnection } from "../foundation/lib/socket.ts";
import { useWords } from "../foundation/words/use-words.ts";
import { appWords } from "./words.en.ts";
import { queryKeys } from "../foundation/lib/query-keys.ts";

/**
 * One line above everything else: what does not work right now, and what kind of money this is. Its height is fixed
 * from the first paint on, whatever it says, so that no message moves the page. Where there is more to say than a phone
 * has room for, it says each thing in a word or two.
 */
export function Banners() {
  const runtime = useRuntime();
  const isDevnet = useIsDevnet(runtime);
  const { t } = useWords(appWords);
  const isLost = useConnection((state) => state.status === "lost");
  const { network, maintenance = false, testing = false } = runtime ?? {};
  const banners: readonly (BannerProps | false)[] = [
    isLost && { tone: "bad", icon: WifiOff, short: t("connectionLostShort"), text: t("connectionLost") },
    maintenance && {
      tone: "bad",
      icon: Wrench,
      short: t("maintenanceShort"),
      text: t("maintenance"),
      more: t("maintenancePromise"),
      to: pagePaths.status,
    },
    testing && { tone: "info", icon: FlaskConical, short: t("testingShort"), text: t("testingMode") },
    network === "localnet" && {
      tone: "info",
      icon: FlaskConical,
      short: t("localShort"),
      text: t("localMode"),
    },
    isDevnet && { tone: "info", icon: Info, short: t("devnetShort"), text: t("devnet") },
    network === "mainnet-beta" &&
      !testing && { tone: "quiet", icon: Coins, short: t("realMoneyShort"), text: t("realMoney") },
  ];
  const visibleBanners = banners.filter((banner) => banner !== false);
  return (
    <output className="flex min-h-7 flex-wrap items-center justify-center gap-x-6 border-b border-divider bg-panel px-4 py-1 max-tablet:gap-x-3 max-tablet:px-2">
      {visibleBanners.map((banner) => (
        <Banner key={banner.short} {...banner} isOnly={visibleBanners.length === 1} />
      ))}
    </output>
  );
}

/** Whether the connected chain turns out to be the test network. */
function useIsDevnet(runtime: Runtime | undefined): boolean {
  const rpcUrl = runtime === undefined ? null : rpcUrlOf(runtime);
  const isAsked = runtime !== undefined && runtime.devnetBanner && runtime.network !== "localnet";
  const hashQuery = useQuery({
    queryKey: queryKeys.genesisHash(rpcUrl),
    queryFn: () => genesisHash(rpcUrl ?? ""),
    enabled: isAsked && rpcUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isAsked && (hashQuery.data ?? runtime.genesisHash) === DEVNET_GENESIS_HASH;
}

interface BannerProps {
  readonly tone: keyof typeof tones;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Added where there is room for it. */
  readonly more?: string;
  /** The same text in a word or two. */
  readonly short: string;
  /** The page that says more. */
  readonly to?: string;
}

const tones = { info: "text-info", bad: "text-bad", quiet: "text-muted" } as const;

function Banner({
  tone,
  icon: Icon,
  text,
  more,
  short,
  to,
  isOnly,
}: BannerProps & { readonly isOnly: boolean }) {
  const content = (
    <>
      <span className={isOnly ? "" : "truncate max-tablet:sr-only"}>
        {text}
        {more !== undefined && <span className="max-tablet:hidden"> {more}</span>}
      </span>
      {!isOnly && (
        <span aria-hidden className="tablet:hidden">
          {short}
        </span>
      )}
    </>
  );
  return (
    <p
      className={`flex min-w-0 items-center gap-2 text-sm font-bold max-tablet:gap-1.5 max-tablet:text-xs ${tones[tone]}`}
    >
      <Icon aria-hidden size={16} />
      {to === undefined ? (
        content
      ) : (
        <Link to={to} className="flex min-w-0 underline">
          {content}
        </Link>
      )}
    </p>
  );
}
