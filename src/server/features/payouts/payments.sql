create trigger no_delete before delete on payments for each row execute function refuse_change();
create trigger no_delete before delete on payment_attempts for each row execute function refuse_change();
create trigger no_truncate before truncate on payments for each statement execute function refuse_change();
