-- What a player confirmed, and when, stays as it was (rule BET-17).
create trigger append_only before update or delete on age_notices for each row execute function refuse_change();
create trigger no_truncate before truncate on age_notices for each statement execute function refuse_change();
