CREATE TABLE `media_server_groups` (
	`group_id` integer PRIMARY KEY NOT NULL,
	`server_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media_servers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer NOT NULL,
	`record` text
);
