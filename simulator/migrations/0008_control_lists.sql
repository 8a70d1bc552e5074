CREATE TABLE `control_persons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`label` text NOT NULL,
	`identity_card` text NOT NULL,
	`sex` integer NOT NULL,
	`birthday` text NOT NULL,
	`phone_number` text NOT NULL,
	`addr` text NOT NULL,
	`face` text NOT NULL,
	`enabled` integer NOT NULL,
	`version` integer NOT NULL,
	`created_ms` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `control_persons_card` ON `control_persons` (`identity_card`);
--> statement-breakpoint
CREATE INDEX `control_persons_label` ON `control_persons` (`label`,`id`);