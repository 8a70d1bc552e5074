import type { Language } from '../../../kernel/language.ts'

/**
 * An alarm in the contract's form, written by SQLite: rows of a list never become objects here, which halves the cost
 * of a page and more. Equal to `alarmOf` (alarm-row.ts); a test compares them.
 */
export const alarmJson = (language: Language): string => EXPRESSIONS[language]

type Column = { key: string; value: string; form: 'number' | 'text' | 'json'; when?: 'given' | 'nullable' }

/** In brackets: a join of texts binds closer than a division. */
const seconds = (column: string) => `(${column} / 1000)`

/**
 * Pictures are recipes: they are requested by the alarm's id and their index. Others have an address. Most alarms have
 * one, for which a separate query would be expensive.
 */
const RESOURCE = `CASE WHEN resource = '[]' THEN resource
  WHEN json_array_length(resource) = 1 THEN printf('[{"type":%s,"url":%s}]', resource -> '$[0].type',
    ifnull(resource -> '$[0].url', printf('"/alarm/picture/%d/0"', alarms.id)))
  ELSE (SELECT json_group_array(json_object('type', resources.value ->> 'type', 'url',
    ifnull(resources.value ->> 'url', printf('/alarm/picture/%d/%d', alarms.id, resources.key))))
    FROM json_each(resource) AS resources) END`

/** given: left out when there is none; nullable: null then. */
const columns = (language: Language): readonly Column[] => [
  { key: 'id', value: 'alarms.id', form: 'number' },
  { key: 'sn', value: 'sn', form: 'text' },
  { key: 'chnId', value: 'chn_id', form: 'number' },
  { key: 'chnName', value: `chn_name_${language}`, form: 'text' },
  { key: 'monitorId', value: 'monitor_id', form: 'number', when: 'given' },
  { key: 'monitorName', value: 'monitor_name', form: 'text', when: 'given' },
  { key: 'alarmSeq', value: 'alarm_seq', form: 'text' },
  { key: 'type', value: 'type', form: 'text' },
  { key: 'subType', value: 'sub_type', form: 'text' },
  { key: 'state', value: 'state', form: 'number' },
  { key: 'alarmSource', value: 'alarm_source', form: 'number' },
  { key: 'startTime', value: seconds('start_ms'), form: 'number' },
  { key: 'endTime', value: seconds('end_ms'), form: 'number', when: 'nullable' },
  { key: 'startLon', value: 'start_lon', form: 'number', when: 'given' },
  { key: 'startLat', value: 'start_lat', form: 'number', when: 'given' },
  { key: 'startSp', value: 'start_sp', form: 'number', when: 'given' },
  { key: 'startDir', value: 'start_dir', form: 'number', when: 'given' },
  { key: 'endLon', value: 'end_lon', form: 'number', when: 'given' },
  { key: 'endLat', value: 'end_lat', form: 'number', when: 'given' },
  { key: 'endSp', value: 'end_sp', form: 'number', when: 'given' },
  { key: 'endDir', value: 'end_dir', form: 'number', when: 'given' },
  { key: 'resource', value: RESOURCE, form: 'json' },
  { key: 'detail', value: 'detail', form: 'json', when: 'given' },
  { key: 'isRead', value: 'is_read', form: 'number' },
  { key: 'processingId', value: 'processing_id', form: 'number', when: 'nullable' },
  { key: 'processingName', value: 'processing_name', form: 'text' },
  { key: 'processingContent', value: 'processing_content', form: 'text' },
  { key: 'processingType', value: 'processing_type', form: 'number', when: 'nullable' },
  { key: 'processingTime', value: seconds('processing_ms'), form: 'number', when: 'nullable' },
  { key: 'auditState', value: 'audited_ms IS NOT NULL', form: 'number' },
  { key: 'auditName', value: 'audited_name', form: 'text', when: 'given' },
  { key: 'auditTime', value: seconds('audited_ms'), form: 'number', when: 'given' },
  { key: 'responderId', value: 'responder_id', form: 'number', when: 'given' },
  { key: 'responderName', value: 'responder_name', form: 'text', when: 'given' },
  { key: 'responseTime', value: seconds('responded_ms'), form: 'number', when: 'given' },
  { key: 'devName', value: `dev_name_${language}`, form: 'text' },
  { key: 'number', value: 'number', form: 'text' },
  { key: 'receivedTime', value: seconds('received_ms'), form: 'number', when: 'given' },
  { key: 'deviceTime', value: 'device_time', form: 'text', when: 'given' },
  { key: 'cursor', value: 'cursor', form: 'number' },
]

/** One printf for the whole row: less than half the cost of json_object and joined parts. */
function rowExpression(list: readonly Column[]): string {
  const parts = list.map(({ key, value, form, when }, index) => {
    const name = `${index === 0 ? '' : ','}"${key}":`
    const json = form === 'text' ? `json_quote(${value})` : value
    if (when === 'given') {
      return { text: '%s', argument: `CASE WHEN ${value} IS NULL THEN '' ELSE '${name}' || ${json} END` }
    }
    return { text: `${name}%s`, argument: when === 'nullable' ? `ifnull(${json}, 'null')` : json }
  })
  return `printf('{${parts.map(({ text }) => text).join('')}}', ${parts.map(({ argument }) => argument).join(', ')})`
}

const EXPRESSIONS: Readonly<Record<Language, string>> = {
  zh: rowExpression(columns('zh')),
  en: rowExpression(columns('en')),
}
