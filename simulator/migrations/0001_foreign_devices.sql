CREATE TABLE `foreign_devices` (
	`sn` text PRIMARY KEY NOT NULL,
	`device_id` integer NOT NULL,
	`kind` text NOT NULL,
	`protocol_type` integer NOT NULL,
	`model` text,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`plate` text,
	`wire_password` text,
	`first_seen_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_devices_device_id_unique` ON `foreign_devices` (`device_id`);--> statement-breakpoint
CREATE TABLE `foreign_packets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sn` text NOT NULL,
	`at_ms` integer NOT NULL,
	`direction` text NOT NULL,
	`text` text NOT NULL,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `foreign_packets_by_sn` ON `foreign_packets` (`sn`,`id`);--> statement-breakpoint
CREATE TABLE `foreign_positions` (
	`sn` text NOT NULL,
	`at_ms` integer NOT NULL,
	`longitude` real NOT NULL,
	`latitude` real NOT NULL,
	`speed_kmh` real NOT NULL,
	`direction_deg` real NOT NULL,
	`mileage_km` real,
	`fuel_l` real,
	`acc_on` integer,
	`satellites` integer,
	`late` integer NOT NULL,
	PRIMARY KEY(`sn`, `at_ms`)
);
--> statement-breakpoint
CREATE TABLE `foreign_presence` (
	`sn` text NOT NULL,
	`at_ms` integer NOT NULL,
	`online` integer NOT NULL,
	PRIMARY KEY(`sn`, `at_ms`)
);
--> statement-breakpoint
CREATE TABLE `foreign_readings` (
	`sn` text NOT NULL,
	`interval` text NOT NULL,
	`at_ms` integer NOT NULL,
	`rows` text NOT NULL,
	`late` integer NOT NULL,
	PRIMARY KEY(`sn`, `interval`, `at_ms`)
);
