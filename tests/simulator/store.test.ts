import { expect, it } from "vitest";
import { openStore } from "./store.ts";

const balance = "select balance from ledger_accounts where account = 'equity'";

it("does not answer from memory what a trigger has written since", async () => {
  const store = await openStore();
  const read = () => store.read(balance, [], false).rows;
  expect(read()).toEqual([]);
  store.begin();
  store.query(
    "insert into ledger_postings (reference, kind, ledger, created_at) values ('a', 'test', 'real', now())",
  );
  store.query(
    `insert into ledger_entries (posting_id, account, lamports)
     select id, account, lamports from ledger_postings, (values ('equity', 5), ('chain:hot', -5)) as e (account, lamports)`,
  );
  store.commit();
  expect(read()).toEqual([{ balance: 5n }]);
  expect(read()).toBe(read());
  store.checkMemory();
  await store.close();
});
