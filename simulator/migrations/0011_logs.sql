CREATE TABLE `log_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`at_ms` integer NOT NULL,
	`level` integer NOT NULL,
	`event` text NOT NULL,
	`subject` text NOT NULL,
	`group_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`login_name` text NOT NULL,
	`address` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `log_events_list` ON `log_events` (`kind`,`at_ms`,`id`,`level`,`event`,`subject`,`group_id`,`user_id`,`login_name`,`address`);--> statement-breakpoint
DROP INDEX `audit_log_at`;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `result` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_list` ON `audit_log` (`at_ms`,`id`,`user_id`,`action`,`result`,`target`,`login_name`,`address`);--> statement-breakpoint
CREATE INDEX `audit_log_request` ON `audit_log` (`request_id`);--> statement-breakpoint
CREATE INDEX `alarm_history_at` ON `alarm_history` (`at_ms`,`alarm_id`,`action`);