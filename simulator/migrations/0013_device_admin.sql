CREATE TABLE `device_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` integer,
	`name` text,
	`added` integer NOT NULL,
	`removed` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_records` (
	`sn` text PRIMARY KEY NOT NULL,
	`number` integer,
	`kind` text,
	`protocol_type` integer,
	`longitude` real,
	`latitude` real,
	`added_ms` integer,
	`type_id` integer,
	`name` text,
	`group_id` integer,
	`ability` integer,
	`address` text,
	`installer` text,
	`channels` text,
	`removed_ms` integer,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_records_number` ON `device_records` (`number`);--> statement-breakpoint
CREATE INDEX `device_records_type` ON `device_records` (`type_id`);--> statement-breakpoint
CREATE TABLE `device_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`protocol_type` integer NOT NULL,
	`ability` integer NOT NULL,
	`manufacturer` text NOT NULL,
	`remark` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_types_name` ON `device_types` (`name`);