import { type DrillOptions, runDrill } from "../drills/kill/run-drill.ts";
import { verifyPublic } from "./verify-public.ts";

/**
 * Players play on a validator while something happens; at the end every bet and withdrawal is in the books, books and
 * chain agree to the lamport, and both verifiers find nothing in the public history. Resolves with what does not hold.
 */
export async function playOn(
  validatorUrl: string,
  options: Pick<DrillOptions, "seed" | "meanwhile"> & { readonly plan?: readonly string[] },
) {
  const said: string[] = [];
  const { counts, problems: found } = await runDrill({
    database: "embedded",
    faults: ["kill"],
    cycles: options.plan?.length ?? 0,
    minutes: 60,
    examine: verifyPublic,
    validatorUrl,
    say: (line) => said.push(line),
    ...options,
  });
  const problems = [...found];
  console.log([...said, JSON.stringify(counts)].join("\n"));
  if (counts.endedByItself > 0) problems.push(`the server ended by itself ${counts.endedByItself} times`);
  if (counts.acknowledgedBets === 0) problems.push("nobody has bet");
  return { counts, said, problems };
}
