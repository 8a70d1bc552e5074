CREATE TABLE `overlay` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`kind` text NOT NULL,
	`sn` text DEFAULT '' NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `overlay_by_sn` ON `overlay` (`sn`,`at_ms`,`seq`);--> statement-breakpoint
CREATE TABLE `platform_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
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
	`raised_cursor` integer NOT NULL,
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
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`host_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`login_name` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text NOT NULL,
	`address` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at_ms`);--> statement-breakpoint
CREATE TABLE `device_places` (
	`sn` text NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`longitude` real,
	`latitude` real,
	PRIMARY KEY(`sn`, `valid_from_ms`)
);
--> statement-breakpoint
CREATE TABLE `favourites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`parent_id` integer NOT NULL,
	`type` integer NOT NULL,
	`name` text NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`auto_play` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `favourites_user` ON `favourites` (`user_id`,`sort`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`address` text NOT NULL,
	`created_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL,
	`ended_ms` integer,
	`end_reason` text
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (`ended_ms`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`login_name` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_ms` integer NOT NULL,
	`locked_until_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`type` integer NOT NULL,
	`permission` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login_name` text NOT NULL,
	`name` text NOT NULL,
	`role_id` integer NOT NULL,
	`node_id` integer NOT NULL,
	`type` integer NOT NULL,
	`first_process` integer NOT NULL,
	`single_login` integer NOT NULL,
	`locked` integer NOT NULL,
	`creator_id` integer,
	`theme` text NOT NULL,
	`logo` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text NOT NULL,
	`config` text NOT NULL,
	`system_function` integer,
	`password_salt` text NOT NULL,
	`password_key` text NOT NULL,
	`password_changed_ms` integer NOT NULL,
	`created_ms` integer NOT NULL,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_login_name` ON `users` (`login_name`);--> statement-breakpoint
CREATE INDEX `users_creator` ON `users` (`creator_id`);--> statement-breakpoint
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