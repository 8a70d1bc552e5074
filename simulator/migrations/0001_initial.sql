CREATE TABLE `alarm_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_flags` (
	`sn` text PRIMARY KEY NOT NULL,
	`alarm_flg` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_shields` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`shield_list` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cursor` integer NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`alarm_seq` text NOT NULL,
	`group_id` integer NOT NULL,
	`dev_name_zh` text NOT NULL,
	`dev_name_en` text NOT NULL,
	`chn_name_zh` text NOT NULL,
	`chn_name_en` text NOT NULL,
	`monitor_id` integer,
	`monitor_name` text,
	`number` text NOT NULL,
	`type` text NOT NULL,
	`sub_type` text NOT NULL,
	`state` integer NOT NULL,
	`alarm_source` integer NOT NULL,
	`start_ms` integer NOT NULL,
	`end_ms` integer,
	`start_lon` real,
	`start_lat` real,
	`start_sp` real,
	`start_dir` real,
	`end_lon` real,
	`end_lat` real,
	`end_sp` real,
	`end_dir` real,
	`resource` text NOT NULL,
	`detail` text,
	`is_read` integer NOT NULL,
	`processing_id` integer,
	`processing_name` text NOT NULL,
	`processing_content` text NOT NULL,
	`processing_type` integer,
	`processing_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_identity` ON `alarms` (`sn`,`chn_id`,`alarm_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_cursor` ON `alarms` (`cursor`);--> statement-breakpoint
CREATE INDEX `alarms_start` ON `alarms` (`start_ms`);--> statement-breakpoint
CREATE INDEX `alarms_group` ON `alarms` (`group_id`,`start_ms`);--> statement-breakpoint
CREATE INDEX `alarms_type` ON `alarms` (`type`,`start_ms`);--> statement-breakpoint
CREATE TABLE `device_places` (
	`sn` text NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`longitude` real,
	`latitude` real,
	PRIMARY KEY(`sn`, `valid_from_ms`)
);
--> statement-breakpoint
CREATE TABLE `work_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`alarm_id` integer NOT NULL,
	`sn` text NOT NULL,
	`group_id` integer NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`state` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`creator_name` text NOT NULL,
	`created_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_number` ON `work_orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_alarm` ON `work_orders` (`alarm_id`);--> statement-breakpoint
CREATE INDEX `work_orders_created` ON `work_orders` (`created_ms`);