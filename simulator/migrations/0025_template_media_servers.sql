-- A template names the media servers that it is bound to. Until now it was bound to the platform's, whichever of them served the group.
UPDATE `templates` SET `fields` = json_remove(
  json_set(
    `fields`,
    '$.mediaServerIds',
    CASE
      WHEN json_extract(`fields`, '$.mediaServerId') = 0 THEN json('[]')
      ELSE (SELECT json_group_array(`id`) FROM (SELECT 1 AS `id` UNION SELECT `id` FROM `media_servers` ORDER BY `id`))
    END
  ),
  '$.mediaServerId'
) WHERE `kind` = 0;
