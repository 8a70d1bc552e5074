CREATE TABLE `device_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sn` text NOT NULL,
	`text` text NOT NULL,
	`urgent` integer NOT NULL,
	`spoken` integer NOT NULL,
	`state` text NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`sender_id` integer NOT NULL,
	`sender_name` text NOT NULL,
	`sent_ms` integer NOT NULL,
	`answered_ms` integer
);
--> statement-breakpoint
CREATE INDEX `device_messages_sn` ON `device_messages` (`sn`,`id`);
