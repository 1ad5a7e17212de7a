CREATE INDEX "chat_messages_by_name" ON "chat_messages" USING btree (lower("username") collate "C");--> statement-breakpoint
-- The database knows nothing of the new expression yet, and would look for a name in the order of the reports.
analyze chat_messages;
