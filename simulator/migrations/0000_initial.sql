CREATE TABLE `archive_corrections` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `overlay` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`kind` text NOT NULL,
	`sn` text DEFAULT '' NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `overlay_by_sn` ON `overlay` (`sn`,`at_ms`,`seq`);--> statement-breakpoint
CREATE TABLE `platform_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_push_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rule_id` integer NOT NULL,
	`rule_name` text NOT NULL,
	`owner_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`events` integer NOT NULL,
	`attempts` integer NOT NULL,
	`created_ms` integer NOT NULL,
	`last_ms` integer,
	`next_ms` integer,
	`http_status` integer,
	`fault` text,
	`detail` text,
	`duration_ms` integer,
	`bytes` integer NOT NULL,
	`body` blob
);
--> statement-breakpoint
CREATE INDEX `alarm_push_deliveries_rule` ON `alarm_push_deliveries` (`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `alarm_push_deliveries_state` ON `alarm_push_deliveries` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `alarm_push_rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`fields` text NOT NULL,
	`secret` text NOT NULL,
	`owner_id` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_push_rules_name` ON `alarm_push_rules` (`name_key`);--> statement-breakpoint
CREATE TABLE `alarm_levels` (
	`level` integer PRIMARY KEY NOT NULL,
	`colour` text,
	`tone` text NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`parent_type` text NOT NULL,
	`name_zh` text NOT NULL,
	`name_en` text NOT NULL,
	`level` integer NOT NULL,
	`colour` text,
	`system` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_types_key` ON `alarm_types` (`key`);--> statement-breakpoint
CREATE TABLE `alarm_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alarm_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_flags` (
	`sn` text PRIMARY KEY NOT NULL,
	`alarm_flg` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarm_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`alarm_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text NOT NULL,
	`action` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`restores` text
);
--> statement-breakpoint
CREATE INDEX `alarm_history_alarm` ON `alarm_history` (`alarm_id`,`id`);--> statement-breakpoint
CREATE INDEX `alarm_history_at` ON `alarm_history` (`at_ms`,`alarm_id`,`action`);--> statement-breakpoint
CREATE TABLE `alarm_shields` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`shield_list` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cursor` integer NOT NULL,
	`raised_cursor` integer NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`alarm_seq` text NOT NULL,
	`group_id` integer NOT NULL,
	`dev_name_zh` text NOT NULL,
	`dev_name_en` text NOT NULL,
	`chn_name_zh` text NOT NULL,
	`chn_name_en` text NOT NULL,
	`monitor_id` integer,
	`monitor_name` text,
	`number` text NOT NULL,
	`type` text NOT NULL,
	`sub_type` text NOT NULL,
	`state` integer NOT NULL,
	`alarm_source` integer NOT NULL,
	`start_ms` integer NOT NULL,
	`end_ms` integer,
	`start_lon` real,
	`start_lat` real,
	`start_sp` real,
	`start_dir` real,
	`end_lon` real,
	`end_lat` real,
	`end_sp` real,
	`end_dir` real,
	`resource` text NOT NULL,
	`detail` text,
	`received_ms` integer,
	`device_time` text,
	`is_read` integer NOT NULL,
	`processing_id` integer,
	`processing_name` text NOT NULL,
	`processing_content` text NOT NULL,
	`processing_type` integer,
	`processing_ms` integer,
	`audited_id` integer,
	`audited_name` text,
	`audited_ms` integer,
	`responder_id` integer,
	`responder_name` text,
	`responded_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_identity` ON `alarms` (`sn`,`chn_id`,`alarm_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_cursor` ON `alarms` (`cursor`);--> statement-breakpoint
CREATE INDEX `alarms_start` ON `alarms` (`start_ms`);--> statement-breakpoint
CREATE INDEX `alarms_group` ON `alarms` (`group_id`,`start_ms`);--> statement-breakpoint
CREATE INDEX `alarms_type` ON `alarms` (`type`,`start_ms`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `control_persons_card` ON `control_persons` (`identity_card`);--> statement-breakpoint
CREATE INDEX `control_persons_label` ON `control_persons` (`label`,`id`);--> statement-breakpoint
CREATE TABLE `device_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`parent_id` integer,
	`name` text,
	`added` integer NOT NULL,
	`removed` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_records` (
	`sn` text PRIMARY KEY NOT NULL,
	`number` integer,
	`kind` text,
	`protocol_type` integer,
	`longitude` real,
	`latitude` real,
	`added_ms` integer,
	`type_id` integer,
	`name` text,
	`group_id` integer,
	`ability` integer,
	`address` text,
	`installer` text,
	`channels` text,
	`removed_ms` integer,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_records_number` ON `device_records` (`number`);--> statement-breakpoint
CREATE INDEX `device_records_type` ON `device_records` (`type_id`);--> statement-breakpoint
CREATE TABLE `device_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`protocol_type` integer NOT NULL,
	`ability` integer NOT NULL,
	`manufacturer` text NOT NULL,
	`remark` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_types_name` ON `device_types` (`name`);--> statement-breakpoint
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
CREATE INDEX `device_messages_sn` ON `device_messages` (`sn`,`id`);--> statement-breakpoint
CREATE TABLE `device_places` (
	`sn` text NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`longitude` real,
	`latitude` real,
	PRIMARY KEY(`sn`, `valid_from_ms`)
);
--> statement-breakpoint
CREATE TABLE `favourites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`parent_id` integer NOT NULL,
	`type` integer NOT NULL,
	`name` text NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`auto_play` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `favourites_user` ON `favourites` (`user_id`,`sort`,`id`);--> statement-breakpoint
CREATE TABLE `device_installations` (
	`sn` text NOT NULL,
	`part` text NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	PRIMARY KEY(`sn`, `part`)
);
--> statement-breakpoint
CREATE TABLE `log_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`at_ms` integer NOT NULL,
	`level` integer NOT NULL,
	`event` text NOT NULL,
	`subject` text NOT NULL,
	`group_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`login_name` text NOT NULL,
	`address` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `log_events_list` ON `log_events` (`kind`,`at_ms`,`id`,`level`,`event`,`subject`,`group_id`,`user_id`,`login_name`,`address`);--> statement-breakpoint
CREATE TABLE `map_drawings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`points` text NOT NULL,
	`radius` real NOT NULL,
	`zoom` real NOT NULL,
	`map_type` text NOT NULL,
	`style` text NOT NULL,
	`fence` text
);
--> statement-breakpoint
CREATE INDEX `map_drawings_user` ON `map_drawings` (`user_id`,`id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE TABLE `media_server_groups` (
	`group_id` integer PRIMARY KEY NOT NULL,
	`server_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media_servers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` integer NOT NULL,
	`record` text
);
--> statement-breakpoint
CREATE TABLE `pollings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`polling` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `preplan_channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`preplan_id` integer NOT NULL,
	`sn` text NOT NULL,
	`chn_id` integer NOT NULL,
	`sort` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preplan_channels_once` ON `preplan_channels` (`preplan_id`,`sn`,`chn_id`);--> statement-breakpoint
CREATE INDEX `preplan_channels_sort` ON `preplan_channels` (`preplan_id`,`sort`);--> statement-breakpoint
CREATE TABLE `preplans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`interval_s` integer NOT NULL,
	`window` integer NOT NULL,
	`enabled` integer NOT NULL,
	`schedule` text,
	`sort` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `preplans_name` ON `preplans` (`name_key`);--> statement-breakpoint
CREATE INDEX `preplans_sort` ON `preplans` (`sort`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `sense_controllers_number` ON `sense_controllers` (`number`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `fast_configs` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`config` text NOT NULL,
	`updated_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_samples` (
	`at_ms` integer PRIMARY KEY NOT NULL,
	`cpu_percent` real NOT NULL,
	`memory_bytes` integer NOT NULL,
	`connections` integer NOT NULL,
	`bytes_in` integer NOT NULL,
	`bytes_out` integer NOT NULL,
	`devices_online` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`address` text NOT NULL,
	`created_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL,
	`ended_ms` integer,
	`end_reason` text
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (`ended_ms`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`login_name` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_ms` integer NOT NULL,
	`locked_until_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`host_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`login_name` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text NOT NULL,
	`address` text NOT NULL,
	`request_id` text NOT NULL,
	`result` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_list` ON `audit_log` (`at_ms`,`id`,`user_id`,`action`,`result`,`target`,`login_name`,`address`);--> statement-breakpoint
CREATE INDEX `audit_log_request` ON `audit_log` (`request_id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at_ms`);--> statement-breakpoint
CREATE TABLE `templates` (
	`row` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` integer NOT NULL,
	`version` integer NOT NULL,
	`kind` integer NOT NULL,
	`name` text NOT NULL,
	`fields` text NOT NULL,
	`valid_from_ms` integer NOT NULL,
	`valid_to_ms` integer
);
--> statement-breakpoint
CREATE INDEX `templates_id` ON `templates` (`id`,`valid_from_ms`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`type` integer NOT NULL,
	`permission` text NOT NULL,
	`owner_id` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login_name` text NOT NULL,
	`name` text NOT NULL,
	`role_id` integer NOT NULL,
	`node_id` integer NOT NULL,
	`type` integer NOT NULL,
	`first_process` integer NOT NULL,
	`single_login` integer NOT NULL,
	`locked` integer NOT NULL,
	`creator_id` integer,
	`theme` text NOT NULL,
	`logo` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text NOT NULL,
	`config` text NOT NULL,
	`system_function` integer,
	`password_salt` text NOT NULL,
	`password_key` text NOT NULL,
	`password_changed_ms` integer NOT NULL,
	`one_time_until_ms` integer,
	`created_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_login_name` ON `users` (`login_name`);--> statement-breakpoint
CREATE INDEX `users_creator` ON `users` (`creator_id`);--> statement-breakpoint
CREATE TABLE `work_order_alarms` (
	`alarm_id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `work_order_alarms_order` ON `work_order_alarms` (`order_id`,`alarm_id`);--> statement-breakpoint
CREATE TABLE `work_order_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`user_id` integer NOT NULL,
	`user_name` text NOT NULL,
	`action` text NOT NULL,
	`from_state` integer,
	`to_state` integer NOT NULL,
	`assignee_id` integer,
	`assignee_name` text NOT NULL,
	`content` text NOT NULL,
	`pictures` text NOT NULL,
	`changes` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `work_order_history_order` ON `work_order_history` (`order_id`,`id`);--> statement-breakpoint
CREATE TABLE `work_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`sn` text NOT NULL,
	`group_id` integer NOT NULL,
	`dev_name_zh` text NOT NULL,
	`dev_name_en` text NOT NULL,
	`type` text NOT NULL,
	`sub_type` text NOT NULL,
	`title` text NOT NULL,
	`title_en` text NOT NULL,
	`content` text NOT NULL,
	`state` integer NOT NULL,
	`priority` integer NOT NULL,
	`version` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`creator_name` text NOT NULL,
	`assignee_id` integer,
	`assignee_name` text NOT NULL,
	`created_ms` integer NOT NULL,
	`updated_ms` integer NOT NULL,
	`deadline_ms` integer,
	`done_ms` integer,
	`closed_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `work_orders_number` ON `work_orders` (`number`);--> statement-breakpoint
CREATE INDEX `work_orders_created` ON `work_orders` (`created_ms`);--> statement-breakpoint
CREATE INDEX `work_orders_state` ON `work_orders` (`state`,`created_ms`);--> statement-breakpoint
CREATE TABLE `workspace_starts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`query` text NOT NULL,
	`role_id` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_name` ON `workspaces` (`user_id`,"name" COLLATE NOCASE);--> statement-breakpoint
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
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
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
	`late` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_positions_at` ON `foreign_positions` (`sn`,`at_ms`);--> statement-breakpoint
CREATE TABLE `foreign_presence` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sn` text NOT NULL,
	`at_ms` integer NOT NULL,
	`online` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_presence_at` ON `foreign_presence` (`sn`,`at_ms`);--> statement-breakpoint
CREATE TABLE `foreign_readings` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sn` text NOT NULL,
	`interval` text NOT NULL,
	`at_ms` integer NOT NULL,
	`rows` text NOT NULL,
	`late` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_readings_at` ON `foreign_readings` (`sn`,`interval`,`at_ms`);
--> statement-breakpoint
-- What a client that follows the alarms has to fetch anew: deleted ones, and those that changed without a new cursor.
CREATE TRIGGER `alarms_gone` AFTER DELETE ON `alarms`
BEGIN
	INSERT INTO `alarm_changes` (`alarm_id`) VALUES (OLD.`id`);
	DELETE FROM `alarm_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `alarm_changes`) - 100000;
END;--> statement-breakpoint
CREATE TRIGGER `alarms_changed_quietly` AFTER UPDATE ON `alarms` WHEN NEW.`cursor` = OLD.`cursor`
BEGIN
	INSERT INTO `alarm_changes` (`alarm_id`) VALUES (NEW.`id`);
	DELETE FROM `alarm_changes` WHERE `seq` <= (SELECT max(`seq`) FROM `alarm_changes`) - 100000;
END;--> statement-breakpoint
-- The two capture rules that a platform starts with.
INSERT INTO `capture_rules` (`id`, `version`, `name`, `source`, `interval_minutes`, `from_hour`, `to_hour`, `enabled`, `valid_from_ms`) VALUES
	(1, 1, '设备定时抓拍', 'device', 30, 6, 22, 1, 0),
	(2, 2, '平台定时抓拍', 'server', 60, 0, 24, 1, 0);
