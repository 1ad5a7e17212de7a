import { useEffect } from "react";

/** Logs that something did not load; the page does not mention it (rule REFERRAL-12). */
export function useLoggedError(error: Error | null): void {
  useEffect(() => {
    if (error !== null) console.warn("Referrals did not load.", error);
  }, [error]);
}
