CREATE TABLE `sense_controllers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`name` text NOT NULL,
	`model` text NOT NULL,
	`factory` text NOT NULL,
	`ctrl_type` integer NOT NULL,
	`script` text NOT NULL,
	`baud_rate` integer NOT NULL,
	`address` integer NOT NULL,
	`codes` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sense_controllers_number` ON `sense_controllers` (`number`);