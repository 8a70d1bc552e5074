ALTER TABLE `roles` ADD `owner_id` integer;--> statement-breakpoint
-- Roles of before belong to the first administrator: an account of type 0 that no group bounds.
UPDATE `roles` SET `owner_id` = (SELECT `id` FROM `users` WHERE `type` = 0 AND `node_id` = 0 ORDER BY `id` LIMIT 1);
