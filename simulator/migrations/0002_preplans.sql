CREATE TABLE `pollings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`polling` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `preplan_channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`preplan_id` integer NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preplan_channels_once` ON `preplan_channels` (`preplan_id`,`sn`,`chn_id`);--> statement-breakpoint
CREATE INDEX `preplan_channels_sort` ON `preplan_channels` (`preplan_id`,`sort`);--> statement-breakpoint
CREATE TABLE `preplans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`interval_s` integer NOT NULL,
	`window` integer NOT NULL,
	`enabled` integer NOT NULL,
	`schedule` text,
	`sort` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preplans_name` ON `preplans` (`name_key`);--> statement-breakpoint
CREATE INDEX `preplans_sort` ON `preplans` (`sort`);