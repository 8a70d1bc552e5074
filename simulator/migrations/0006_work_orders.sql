ALTER TABLE `work_orders` RENAME TO `work_orders_before`;--> statement-breakpoint
DROP INDEX `work_orders_number`;--> statement-breakpoint
DROP INDEX `work_orders_alarm`;--> statement-breakpoint
DROP INDEX `work_orders_created`;--> statement-breakpoint
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
INSERT INTO `work_orders`
SELECT o.id, o.number, o.sn, o.group_id, ifnull(a.dev_name_zh, o.sn), ifnull(a.dev_name_en, o.sn),
	ifnull(a.type, ''), ifnull(a.sub_type, ''), o.title, '', o.content, o.state, 3, 1, o.creator_id, o.creator_name,
	NULL, '', o.created_ms, o.created_ms, o.created_ms + 86400000, NULL, NULL
FROM `work_orders_before` o LEFT JOIN `alarms` a ON a.id = o.alarm_id;--> statement-breakpoint
INSERT INTO `work_order_alarms` SELECT alarm_id, id FROM `work_orders_before`;--> statement-breakpoint
INSERT INTO `work_order_history` (`order_id`, `at_ms`, `user_id`, `user_name`, `action`, `from_state`, `to_state`,
	`assignee_id`, `assignee_name`, `content`, `pictures`, `changes`)
SELECT id, created_ms, creator_id, creator_name, 'create', NULL, state, NULL, '', '', '[]', '[]'
FROM `work_orders_before` ORDER BY id;--> statement-breakpoint
DROP TABLE `work_orders_before`;
