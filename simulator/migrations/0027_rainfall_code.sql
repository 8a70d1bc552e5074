-- Rainfall had a01017, which HJ 212-2017 gives to the dynamic pressure of flue gas. What foreign stations report stays theirs.
UPDATE OR IGNORE `sense_quantities` SET `code` = 'a01022' WHERE `code` = 'a01017';--> statement-breakpoint
UPDATE `sense_controllers` SET `codes` = replace(`codes`, '"a01017"', '"a01022"');--> statement-breakpoint
UPDATE `device_installations` SET `content` = replace(`content`, '"a01017"', '"a01022"')
WHERE `part` = 'points' AND `sn` NOT IN (SELECT `sn` FROM `foreign_devices`);
