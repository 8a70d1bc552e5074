CREATE TABLE `sense_quantities` (
	`code` text PRIMARY KEY NOT NULL,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`unit` text NOT NULL,
	`factor` real NOT NULL,
	`shift` real NOT NULL,
	`decimals` integer NOT NULL,
	`low` real,
	`high` real,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
