import type { Network } from "../../../../domain/networks.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Fact, Transaction } from "../fact.tsx";
import { fairnessWords } from "../words.en.ts";
import type { VerifiedRace } from "./check-race.ts";
import { verifierWords } from "./words.en.ts";

interface RaceFactsProps {
  readonly race: VerifiedRace;
  /** The network whose explorer shows the transactions; null if unknown. */
  readonly network: Network | null;
}

/** What was published about a race: seed, beacon, anchors, and the place in the seed chain. */
export function RaceFacts({ race, network }: RaceFactsProps) {
  const { t } = useWords(verifierWords);
  const inFairness = useWords(fairnessWords);
  const { beacon, seed_chain: chain, anchors } = race;
  return (
    <dl className="flex flex-col gap-2 rounded-m border border-divider bg-bg/60 p-3 text-sm">
      <Fact name={t("serverSeed")}>{race.server_seed}</Fact>
      <Fact name={inFairness.t("seedHash")}>{race.server_seed_hash}</Fact>
      <Fact name={t("finalNonce")}>{race.nonce}</Fact>
      {beacon !== null && (
        <>
          <Fact name={t("beaconSlot")}>
            {t("beaconSlots", {
              slot: String(beacon.slot ?? "–"),
              announced: String(beacon.announcedSlot),
            })}
          </Fact>
          <Fact name={t("beaconBlockhash")}>{beacon.blockhash ?? "–"}</Fact>
        </>
      )}
      <Fact name={t("commitment")}>
        <Transaction network={network} signature={anchors.commit?.signature ?? null} />
      </Fact>
      {anchors.lock !== null && (
        <Fact name={t("lock")}>
          <Transaction network={network} signature={anchors.lock} />
        </Fact>
      )}
      <Fact name={t("resultOnChain")}>
        {anchors.result === null ? (
          t("resultOnItsWay")
        ) : (
          <Transaction network={network} signature={anchors.result} />
        )}
      </Fact>
      <Fact name={t("logEntry")}>{String(race.entries.commit)}</Fact>
      <Fact
        name={t("placeInChain")}
      >{`${chain.index} ${t("inRange", { limit: String(chain.length) })}`}</Fact>
    </dl>
  );
}
