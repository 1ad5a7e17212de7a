/**
 * Audits everything that the product is built from: exact pins, checksums, install scripts, licences, and, where the
 * registry offers it, known vulnerabilities and signatures.
 *
 *     npm run audit
 */
import { spawnSync } from "node:child_process";
import { findSupplyProblems, findUnchecked, readSupplyChain } from "./supply-chain.ts";

const chain = readSupplyChain();
const problems = [...findSupplyProblems(chain)];
const unchecked = findUnchecked(chain);

/** Runs `npm audit`; a registry that does not answer such requests is not a finding. */
function ask(what: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("npm", ["audit", ...args], { encoding: "utf8" });
  const isUnreachable =
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|audit endpoint returned an error|network/i;
  if (status === 0) console.log(`${what}: none found`);
  else if (isUnreachable.test(stderr))
    console.log(`${what}: the registry does not answer this; try again elsewhere`);
  else problems.push(`${what}:\n${stdout}${stderr}`);
}

ask("known vulnerabilities", ["--omit=dev"]);
ask("missing or wrong signatures", ["signatures"]);
console.log(`packages: ${Object.keys(chain.locked).length - 1}`);
console.log(`without a checksum, for machines other than this one: ${unchecked.length}`);
for (const problem of problems) console.error(problem);
console.log(`problems: ${problems.length}`);
process.exitCode = problems.length === 0 ? 0 : 1;
