CREATE TABLE `capture_rules` (
	`version` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` integer NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`interval_minutes` integer NOT NULL,
	`from_hour` integer NOT NULL,
	`to_hour` integer NOT NULL,
	`enabled` integer NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`valid_to_ms` integer
);
--> statement-breakpoint
CREATE INDEX `capture_rules_id` ON `capture_rules` (`id`,`valid_from_ms`);--> statement-breakpoint
CREATE TABLE `media_configs` (
	`valid_from_ms` integer PRIMARY KEY NOT NULL,
	`config` text NOT NULL
);--> statement-breakpoint
INSERT INTO `capture_rules` (`id`, `name`, `source`, `interval_minutes`, `from_hour`, `to_hour`, `enabled`, `valid_from_ms`) VALUES
	(1, '设备定时抓拍', 'device', 30, 6, 22, 1, 0),
	(2, '平台定时抓拍', 'server', 60, 0, 24, 1, 0);
