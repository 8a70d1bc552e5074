ALTER TABLE `alarms` ADD `received_ms` integer;--> statement-breakpoint
ALTER TABLE `alarms` ADD `device_time` text;