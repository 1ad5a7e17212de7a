import { useMutation } from "@tanstack/react-query";
import type { OwnBet } from "../../../../contract/races/race-shape.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { useAttempts } from "../../../foundation/lib/attempts.ts";
import { refetchBalance } from "../../../foundation/lib/balance.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { refetchRace } from "../../../foundation/live/race-feed.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { toast } from "../../../foundation/ui/toast.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { takeBackWords } from "./words.en.ts";

interface TakeBackProps {
  readonly bet: OwnBet;
  /** From when on it can be taken back. */
  readonly from: Date;
}

/** While the race waits for players: when the bet can be taken back, and the button from then on (rule LONE-1). */
export function TakeBack({ bet, from }: TakeBackProps) {
  const secondsLeft = useRace(({ now }) => Math.ceil((from.getTime() - now) / 1000));
  const { t } = useWords(takeBackWords);
  if (secondsLeft <= 0) return <TakeBackButton bet={bet} />;
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return <p className="text-sm text-muted">{t("takeBackIn", { time })}</p>;
}

function TakeBackButton({ bet }: { readonly bet: OwnBet }) {
  const { t } = useWords(takeBackWords);
  const attempts = useAttempts();
  const takeBack = useMutation({
    mutationFn: () => fetchApi("takeBackBet", { params: { id: bet.race_id, betId: bet.id } }, attempts),
    onSuccess: () => {
      toast.good(t("takenBack"));
      void refetchBalance();
    },
    onError: (error) => toast.bad(errorText(error, t("takeBackFailed"))),
    onSettled: refetchRace,
  });
  return (
    <Button className="w-full" disabled={takeBack.isPending} onClick={() => takeBack.mutate()}>
      {t("takeBack")}
    </Button>
  );
}
