CREATE TABLE `alarm_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`parent_type` text NOT NULL,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`level` integer NOT NULL,
	`colour` text,
	`system` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_types_key` ON `alarm_types` (`key`);--> statement-breakpoint
CREATE TABLE `alarm_levels` (
	`level` integer PRIMARY KEY NOT NULL,
	`colour` text,
	`tone` text NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_push_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`fields` text NOT NULL,
	`secret` text NOT NULL,
	`owner_id` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_push_rules_name` ON `alarm_push_rules` (`name_key`);--> statement-breakpoint
CREATE TABLE `alarm_push_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule_id` integer NOT NULL,
	`rule_name` text NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`events` integer NOT NULL,
	`attempts` integer NOT NULL,
	`created_ms` integer NOT NULL,
	`last_ms` integer,
	`next_ms` integer,
	`http_status` integer,
	`fault` text,
	`detail` text,
	`duration_ms` integer,
	`bytes` integer NOT NULL,
	`body` blob
);
--> statement-breakpoint
CREATE INDEX `alarm_push_deliveries_rule` ON `alarm_push_deliveries` (`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `alarm_push_deliveries_state` ON `alarm_push_deliveries` (`state`,`id`);
