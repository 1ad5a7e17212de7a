-- An act that no other admin approved counts for 24 hours, whatever follows (rule IDENTITY-5).
create trigger append_only before update or delete on house_acts for each row execute function refuse_change();
create trigger no_truncate before truncate on house_acts for each statement execute function refuse_change();
