CREATE TABLE `device_installations` (
	`sn` text NOT NULL,
	`part` text NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	PRIMARY KEY(`sn`, `part`)
);
