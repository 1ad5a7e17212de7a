-- What was said to be owed is never said anew (rule OWED-1), and what was anchored stays (rule OWED-6).
create trigger never_changed before update on liability_trees for each row execute function refuse_change();
create trigger never_changed before update on liability_leaves for each row execute function refuse_change();
create trigger append_only before update or delete on liability_anchors for each row execute function refuse_change();
create trigger no_truncate before truncate on liability_anchors for each statement execute function refuse_change();
