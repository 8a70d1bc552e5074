CREATE TABLE `alarm_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alarm_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text NOT NULL,
	`action` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alarm_history_alarm` ON `alarm_history` (`alarm_id`,`id`);--> statement-breakpoint
ALTER TABLE `alarms` ADD `audited_id` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `audited_name` text;--> statement-breakpoint
ALTER TABLE `alarms` ADD `audited_ms` integer;
