CREATE TABLE `device_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`notes` text NOT NULL,
	`creator` text NOT NULL,
	`created_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_versions_version` ON `device_versions` (`version`);--> statement-breakpoint
CREATE TABLE `upgrade_run_devices` (
	`run_id` integer NOT NULL,
	`sn` text NOT NULL,
	`refused` text NOT NULL,
	PRIMARY KEY(`run_id`, `sn`)
);
--> statement-breakpoint
CREATE TABLE `upgrade_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version_id` integer NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`creator` text NOT NULL,
	`started_ms` integer NOT NULL,
	`cancelled_ms` integer
);
