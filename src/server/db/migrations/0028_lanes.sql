ALTER TABLE "horses" ADD COLUMN "lane" smallint;--> statement-breakpoint
ALTER TABLE "horses" ADD CONSTRAINT "one_horse_a_lane" UNIQUE("lane");--> statement-breakpoint

-- The horses of the house run as they did; a lane has at most one (rule HORSES-3).
update horses set lane = oldest.lane
  from (select id, row_number() over (order by id) as lane from horses) as oldest
 where oldest.id = horses.id and oldest.lane <= 6;
--> statement-breakpoint
alter table horses add constraint lane_of_six check (lane between 1 and 6);
