CREATE TABLE `alarm_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alarm_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_filters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_filters_name` ON `alarm_filters` (`user_id`,"name" COLLATE NOCASE);
--> statement-breakpoint
CREATE TRIGGER `alarms_gone` AFTER DELETE ON `alarms`
BEGIN
	INSERT INTO `alarm_changes` (`alarm_id`) VALUES (OLD.`id`);
	DELETE FROM `alarm_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `alarm_changes`) - 100000;
END;
--> statement-breakpoint
CREATE TRIGGER `alarms_changed_quietly` AFTER UPDATE ON `alarms` WHEN NEW.`cursor` = OLD.`cursor`
BEGIN
	INSERT INTO `alarm_changes` (`alarm_id`) VALUES (NEW.`id`);
	DELETE FROM `alarm_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `alarm_changes`) - 100000;
END;
