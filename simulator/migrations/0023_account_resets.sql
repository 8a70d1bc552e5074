ALTER TABLE `users` ADD `one_time_until_ms` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `version` integer DEFAULT 1 NOT NULL;