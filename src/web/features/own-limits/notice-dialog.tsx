import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fetchApi } from "../../foundation/lib/api.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { type Notice, useNotice } from "../../foundation/lib/notice.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { invalidateQueries, queryKeys } from "../../foundation/lib/query-keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Checkbox } from "../../foundation/ui/checkbox.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { Spinner } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { limitWords } from "./words.en.ts";

/** Asks a player, before the first bet, to confirm age and place (rule BET-17). */
export function NoticeDialog({ address }: { readonly address: string }) {
  const { t } = useWords(limitWords);
  const { data: notice, isError, refetch } = useNotice(address);
  const isDone = notice?.isDue === false;
  // Confirmed just now, or long ago as it turns out.
  useEffect(() => {
    if (isDone) closeDialog();
  }, [isDone]);
  return (
    <Dialog open onClose={closeDialog} title={t("noticeTitle")}>
      {notice !== undefined && <NoticeForm address={address} notice={notice} />}
      {notice === undefined && !isError && <Spinner />}
      {notice === undefined && isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
          {t("noticeUnknown")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
        </p>
      )}
    </Dialog>
  );
}

function NoticeForm({ address, notice }: { readonly address: string; readonly notice: Notice }) {
  const { t } = useWords(limitWords);
  const { version, minimumAge } = notice;
  const [isOldEnough, setOldEnough] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const accept = useMutation({
    mutationFn: () =>
      fetchApi("acceptNotice", { params: { wallet: address }, body: { version, minimumAge } }),
    onSuccess: (accepted) => queryClient.setQueryData(queryKeys.notice(address), accepted),
    onError: (error) => {
      setComplaint(errorText(error, t("noticeFailed")));
      void invalidateQueries("notice");
    },
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate();
      }}
    >
      <p className="text-sm text-muted">{t("noticeExplained")}</p>
      <Checkbox checked={isOldEnough} onChange={setOldEnough}>
        {t("noticeAge", { age: minimumAge })}
      </Checkbox>
      <Checkbox checked={isAllowed} onChange={setAllowed}>
        {t("noticePlace")}
      </Checkbox>
      <p className="text-sm text-muted">{t("noticeLimits")}</p>
      {complaint !== null && (
        <p role="alert" className="rounded-m border border-bad/60 p-3 text-sm text-bad">
          {complaint}
        </p>
      )}
      <Button
        look="primary"
        type="submit"
        disabled={!isOldEnough || !isAllowed || accept.isPending}
        className="w-full"
      >
        {t("noticeConfirm")}
      </Button>
    </form>
  );
}
