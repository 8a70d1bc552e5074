ALTER TABLE `preplans` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `roles` ADD `version` integer DEFAULT 1 NOT NULL;