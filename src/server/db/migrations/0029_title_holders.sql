DROP INDEX "player_titles_by_title";--> statement-breakpoint
CREATE INDEX "player_titles_by_title" ON "player_titles" USING btree ("title_id","unlocked_at","wallet");