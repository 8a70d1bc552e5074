CREATE TABLE `service_samples` (
	`at_ms` integer PRIMARY KEY NOT NULL,
	`cpu_percent` real NOT NULL,
	`memory_bytes` integer NOT NULL,
	`connections` integer NOT NULL,
	`bytes_in` integer NOT NULL,
	`bytes_out` integer NOT NULL,
	`devices_online` integer NOT NULL
);
