CREATE TABLE `fast_configs` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`config` text NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `templates` (
	`row` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` integer NOT NULL,
	`version` integer NOT NULL,
	`kind` integer NOT NULL,
	`name` text NOT NULL,
	`fields` text NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`valid_to_ms` integer
);
--> statement-breakpoint
CREATE INDEX `templates_id` ON `templates` (`id`,`valid_from_ms`);