import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'

/** Levels of alarm types by 'type' and 'type-subType'. */
export type LevelRepository = Readonly<Record<string, number>>

/** Of a type that nobody has named. */
export const USUAL_LEVEL = 3

/** Which alarms: all of it has to hold. Plain data, so that threads can pass it on. */
export type AlarmFilter = {
  /** Groups that may be shown; undefined: all. */
  groupIds: readonly number[] | undefined
  sn?: string
  monitorId?: number
  devName?: string
  type?: string
  subType?: string
  /** 'type' or 'type-subType', one of them. */
  kinds?: readonly string[]
  levels?: { wanted: readonly number[]; repository: LevelRepository }
  state?: number
  processed?: number
  processingTypes?: readonly number[]
  processor?: string
  /** Numbers of RESPONSE_CLASSES, one of them. */
  responseClasses?: readonly number[]
  /** Hours of the day in the platform's zone. */
  hours?: { wanted: readonly number[]; zoneMinutes: number }
  auditState?: number
  isRead?: number
  alarmSource?: number
  text?: string
}

/** A filter as a query string has it. */
export type FilterQuery = {
  [Key in keyof Omit<AlarmFilter, 'groupIds' | Listed>]?: AlarmFilter[Key] | undefined
} & { [Key in Listed]?: string | undefined }

/** Several values with commas between. */
type Listed = 'kinds' | 'levels' | 'processingTypes' | 'responseClasses' | 'hours'

const PLAIN = [
  'sn',
  'monitorId',
  'devName',
  'type',
  'subType',
  'state',
  'processed',
  'processor',
  'auditState',
  'isRead',
  'alarmSource',
  'text',
] as const satisfies readonly (keyof AlarmFilter & keyof FilterQuery)[]

/** The filter of a query. Empty texts narrow nothing down. */
export function filterOf(
  query: FilterQuery,
  groupIds: readonly number[] | undefined,
  { repository, zoneMinutes }: { repository: () => LevelRepository; zoneMinutes: number },
): AlarmFilter {
  const given = PLAIN.filter((name) => query[name] !== undefined && query[name] !== '')
  const { kinds, levels, processingTypes, responseClasses, hours } = query
  return {
    groupIds,
    ...Object.fromEntries(given.map((name) => [name, query[name]])),
    ...(kinds ? { kinds: kinds.split(',') } : {}),
    ...(levels ? { levels: { wanted: numbersIn(levels), repository: repository() } } : {}),
    ...(processingTypes ? { processingTypes: numbersIn(processingTypes) } : {}),
    ...(responseClasses ? { responseClasses: numbersIn(responseClasses) } : {}),
    ...(hours ? { hours: { wanted: numbersIn(hours), zoneMinutes } } : {}),
  }
}

const numbersIn = (list: string) => list.split(',').map(Number)

/** The level of an alarm. */
export function levelOf(repository: LevelRepository, type: string, subType: string): number {
  return repository[`${type}-${subType}`] ?? repository[type] ?? USUAL_LEVEL
}

type Values = (string | number)[]

/** Everything that can be searched by a text, in one. */
const TEXTS = `sn || char(31) || dev_name_zh || char(31) || dev_name_en || char(31) || chn_name_zh || char(31) ||
  chn_name_en || char(31) || number || char(31) || alarm_seq || char(31) || ifnull(monitor_name, '') || char(31) ||
  processing_name || char(31) || processing_content`

/** The filter as SQL that begins with AND, or nothing. */
export function filterConditions(filter: AlarmFilter): { text: string; values: Values } {
  const texts: string[] = ['']
  const values: Values = []
  const add: Add = (text, ...more) => {
    texts.push(text)
    values.push(...more)
  }
  if (filter.sn !== undefined) add('sn = ?', filter.sn)
  if (filter.monitorId !== undefined) add('monitor_id = ?', filter.monitorId)
  if (filter.devName) {
    const pattern = likePattern(filter.devName)
    add(`(dev_name_zh LIKE ? ESCAPE '\\' OR dev_name_en LIKE ? ESCAPE '\\')`, pattern, pattern)
  }
  if (filter.type) add('type = ?', filter.type)
  if (filter.subType) add('sub_type = ?', filter.subType)
  if (filter.kinds) {
    const list = JSON.stringify(filter.kinds)
    add(`(type IN ${LIST} OR type || '-' || sub_type IN ${LIST})`, list, list)
  }
  if (filter.levels) addLevels(filter.levels, add)
  if (filter.state !== undefined) add(filter.state === 2 ? 'state = 2' : 'state <> 2')
  if (filter.processed !== undefined) {
    add(filter.processed === 1 ? 'processing_type IS NOT NULL' : 'processing_type IS NULL')
  }
  if (filter.processingTypes) add(`processing_type IN ${LIST}`, JSON.stringify(filter.processingTypes))
  if (filter.processor) add('processing_name = ?', filter.processor)
  if (filter.responseClasses) addResponses(filter.responseClasses, add)
  if (filter.hours) {
    const { wanted, zoneMinutes } = filter.hours
    // Numbers are bound as fractions: without the cast hours would be divided as such.
    add(
      `(start_ms + CAST(? AS INTEGER)) / ${HOUR_MS} % 24 IN ${LIST}`,
      zoneMinutes * MINUTE_MS,
      JSON.stringify(wanted),
    )
  }
  if (filter.auditState !== undefined) {
    add(filter.auditState === 1 ? 'audited_id IS NOT NULL' : 'audited_id IS NULL')
  }
  if (filter.isRead !== undefined) add('is_read = ?', filter.isRead)
  if (filter.alarmSource !== undefined) add('alarm_source = ?', filter.alarmSource)
  if (filter.text) add(textCondition, likePattern(filter.text))
  // One parameter however many groups there are, so that the statement's text stays the same.
  if (filter.groupIds) add(`group_id IN ${LIST}`, JSON.stringify(filter.groupIds))
  return { text: texts.join(' AND '), values }
}

const LIST = '(SELECT value FROM json_each(?))'

export const textCondition = `${TEXTS} LIKE ? ESCAPE '\\'`

export function likePattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

type Add = (text: string, ...values: Values) => void

/** Processed within one of these classes of response times. */
function addResponses(classes: readonly number[], add: Add): void {
  const ranges = classes.map((place) => {
    const from = (RESPONSE_CLASSES[place - 1] ?? 0) * 1000
    const end = RESPONSE_CLASSES[place]
    const below = end === undefined ? '' : ` AND processing_ms - start_ms < ${end * 1000}`
    // Clocks differ: processing before the alarm's start belongs to the first class.
    return place === 0 ? `(1${below})` : `(processing_ms - start_ms >= ${from}${below})`
  })
  add(`(processing_type IS NOT NULL AND (${ranges.join(' OR ')}))`)
}

/** A sub-type that is named has its own level, else its type's, else the usual one. */
function addLevels({ wanted, repository }: NonNullable<AlarmFilter['levels']>, add: Add): void {
  const named = Object.keys(repository)
  const fitting = JSON.stringify(named.filter((key) => wanted.includes(repository[key]!)))
  const all = JSON.stringify(named)
  const unnamed = wanted.includes(USUAL_LEVEL) ? ` OR type NOT IN ${LIST}` : ''
  add(
    `(type || '-' || sub_type IN ${LIST}
      OR (type || '-' || sub_type NOT IN ${LIST} AND (type IN ${LIST}${unnamed})))`,
    fitting,
    all,
    fitting,
    ...(unnamed ? [all] : []),
  )
}
