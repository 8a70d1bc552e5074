ALTER TABLE `alarms` ADD `responder_id` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `responder_name` text;--> statement-breakpoint
ALTER TABLE `alarms` ADD `responded_ms` integer;