import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";

export type Announcement = Reply<Api["listAnnouncements"]>["announcements"][number];
