-- What was published stays as it is (rule LOG-1): a log only grows, a full bundle never changes, and an entry leaves its own
-- table only for a bundle that is packed.
create function keep_entry_until_packed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or not exists (
    select from log_bundles where log = old.log and index = old.index / 256
  ) then
    raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

create function keep_log_growing() returns trigger language plpgsql as $$
begin
  if (new.id, new.origin, new.network, new.notary) is distinct from (old.id, old.origin, old.network, old.notary)
    or new.size < old.size or new.newest_at < old.newest_at
    or new.urgent_size < old.urgent_size
    or (old.is_lost and not new.is_lost)
    or (new.size = old.size and new.peaks <> old.peaks)
    or (new.size > old.size and not old.is_open)
    or (new.is_open and not old.is_open)
  then
    raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A memo is signed once, and ends once (rule LOG-9).
create function keep_notary_memo() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
    or (new.signature, new.log, new.size, new.root, new.note, new.wire, new.last_valid_block_height, new.signed_at_slot, new.created_at)
      is distinct from
      (old.signature, old.log, old.size, old.root, old.note, old.wire, old.last_valid_block_height, old.signed_at_slot, old.created_at)
  then
    raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What its races used after the last entry that is left was published: no other race may use such a seed (rule FAIR-7).
create function abandon_seeds() returns trigger language plpgsql as $$
begin
  update seed_chains set is_abandoned = true where network = new.network;
  return null;
end $$;

create trigger only_packed before update or delete on log_entries for each row execute function keep_entry_until_packed();
create trigger only_growing before update on logs for each row execute function keep_log_growing();
create trigger abandons_seeds after update on logs for each row
  when (new.is_lost and not old.is_lost) execute function abandon_seeds();
create trigger ends_once before update on notary_memos for each row execute function keep_notary_memo();
create trigger no_delete before delete on notary_memos for each row execute function refuse_change();
create trigger no_truncate before truncate on notary_memos for each statement execute function refuse_change();
create trigger no_delete before delete on logs for each row execute function refuse_change();
create trigger append_only before update or delete on log_bundles for each row execute function refuse_change();
create trigger no_truncate before truncate on log_entries for each statement execute function refuse_change();
create trigger no_truncate before truncate on log_bundles for each statement execute function refuse_change();
create trigger no_truncate before truncate on logs for each statement execute function refuse_change();
