import { exportRecord } from "../../../../contract/export/export-records.ts";
import { type Fault, faultsOf } from "../../../../domain/history/fault.ts";
import { checkSignatures } from "../owed/check-signatures.ts";

/**
 * Checks that each house wallet that signed its holdings did so with its own key (rule OWED-7); a wallet that did not
 * sign is shown as such elsewhere. A browser that does not support this kind of key finds nothing.
 *
 * @param line a record of the kind `liabilities`; in any other, nothing is found.
 */
export async function checkHoldings(line: string): Promise<readonly Fault[]> {
  const read = exportRecord.safeParse(JSON.parse(line));
  if (!read.success || read.data.kind !== "liabilities") return [];
  const { seq, taken_at: at, ...tree } = read.data;
  const findings = await checkSignatures({ ...tree, at });
  return findings.flatMap((finding) =>
    finding.state === "differs"
      ? faultsOf([{ rule: "OWED-7", expected: `signed: ${finding.said}`, found: finding.found }], {
          seq,
          race: null,
        })
      : [],
  );
}
