CREATE TABLE `map_drawings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`points` text NOT NULL,
	`radius` real NOT NULL,
	`zoom` real NOT NULL,
	`map_type` text NOT NULL,
	`style` text NOT NULL,
	`fence` text
);
--> statement-breakpoint
CREATE INDEX `map_drawings_user` ON `map_drawings` (`user_id`,`id`);