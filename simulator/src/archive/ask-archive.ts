import type pg from 'pg'
import type { HistoryRow } from '../areas/alarms/actions/alarm-history.ts'
import type { AlarmRow } from '../areas/alarms/alarm-row.ts'
import { AlarmColumns, type ColumnRow, FLAGS, UNPROCESSED } from '../areas/alarms/columns/alarm-columns.ts'
import { answerFrom } from '../areas/alarms/columns/answer-question.ts'
import type { Answers, Question } from '../areas/alarms/columns/reader-messages.ts'
import type { AlarmName, NamedAlarm } from '../areas/alarms/ports.ts'
import type { PageMark } from '../areas/alarms/query/list-query.ts'
import { HEAT_COLUMNS, HEAT_ORDER, type HeatCell, type HeatQuestion } from '../areas/map-heat/heat-cells.ts'
import type { PositionRow, ReportRow } from '../gateways/foreign-history.ts'
import { alarmConditions, type Conditions } from './alarm-conditions.ts'
import type { ArchiveAnswers, ArchiveQuestion } from './archive-messages.ts'
import { columnList, SHAPES } from './archived-columns.ts'
import { askAlarmLog } from './ask-alarm-log.ts'
import { wholeMs } from './whole-ms.ts'

/** Alarms that statistics are worked out of, 41 bytes each, and rows of a device that are read at once. */
const SUMMED_MOST = 3_000_000
const ROWS_MOST = 200_000

/** More rows than an answer may be worked out of. */
export class TooManyRows extends Error {
  override name = 'TooManyRows'
}

/** Answers a question from the archive as it is. Throws TooManyRows. */
export async function askArchive(
  client: pg.Client,
  asked: ArchiveQuestion,
): Promise<ArchiveAnswers[keyof ArchiveAnswers]> {
  switch (asked.kind) {
    case 'alarms':
      return readPage(client, asked.question)
    case 'sums':
      return readSums(client, asked.question)
    case 'alarm':
      return readAlarm(client, asked.by)
    case 'named':
      return readNamed(client, asked.names)
    case 'history':
      return rowsOf<HistoryRow>(
        client,
        `SELECT id, at_ms, user_id, user_name, action, before, after FROM alarm_history
         WHERE alarm_id = $1 AND at_ms <= $2::bigint ORDER BY id DESC`,
        [asked.alarmId, wholeMs(asked.nowMs, 'floor')],
      )
    case 'log':
      return askAlarmLog(client, asked.wish)
    case 'heat':
      return readHeat(client, asked.question)
    case 'track':
      return rowsOf<PositionRow>(
        client,
        'SELECT * FROM foreign_positions WHERE sn = $1 AND at_ms >= $2::bigint AND at_ms < $3::bigint ORDER BY at_ms',
        [asked.sn, wholeMs(asked.fromMs), wholeMs(asked.toMs)],
      )
    case 'readings':
      return rowsOf<ReportRow>(
        client,
        `SELECT at_ms, rows, late FROM foreign_readings WHERE sn = $1 AND interval = 'realtime'
           AND at_ms >= $2::bigint AND at_ms < $3::bigint ORDER BY at_ms`,
        [asked.sn, wholeMs(asked.fromMs), wholeMs(asked.toMs)],
      )
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>(`${text} LIMIT ${ROWS_MOST + 1}`, [...values])
  if (rows.length > ROWS_MOST) throw new TooManyRows()
  return rows
}

const ALARM = `SELECT ${columnList(SHAPES.alarms)} FROM alarms`

async function readAlarm(client: pg.Client, by: AlarmName): Promise<AlarmRow | undefined> {
  const { rows } =
    'id' in by
      ? await client.query<AlarmRow>(`${ALARM} WHERE id = $1`, [by.id])
      : await client.query<AlarmRow>(`${ALARM} WHERE sn = $1 AND alarm_seq = $2 ORDER BY id DESC LIMIT 1`, [
          by.sn,
          by.alarmSeq,
        ])
  return rows[0]
}

function readNamed(client: pg.Client, names: readonly AlarmName[]): Promise<NamedAlarm[]> {
  const ids = names.flatMap((name) => ('id' in name ? [name.id] : []))
  const pairs = names.flatMap((name) => ('sn' in name ? [name] : []))
  const columns = 'id, sn, alarm_seq, group_id, start_ms'
  return rowsOf<NamedAlarm>(
    client,
    `SELECT ${columns} FROM alarms WHERE id = ANY($1::bigint[])
     UNION SELECT ${columns} FROM alarms JOIN unnest($2::text[], $3::text[]) AS named (sn, alarm_seq) USING (sn, alarm_seq)`,
    [ids, pairs.map(({ sn }) => sn), pairs.map(({ alarmSeq }) => alarmSeq)],
  )
}

/** As `readHeat` of the core (areas/map-heat/heat-cells.ts). */
async function readHeat(
  client: pg.Client,
  { fromMs, toMs, type, groupIds }: HeatQuestion,
): Promise<HeatCell[]> {
  const { text, values } = alarmConditions({ fromMs, beforeMs: toMs }, { type, groupIds })
  const { rows } = await client.query<HeatCell>(
    `SELECT ${HEAT_COLUMNS} FROM alarms WHERE ${text} AND start_lon IS NOT NULL ${HEAT_ORDER}`,
    values,
  )
  return rows
}

type PageQuestion = Extract<Question, { kind: 'page' }>

/** A page as `readPage` of the core (areas/alarms/query/list-query.ts) orders and marks it. */
async function readPage(
  client: pg.Client,
  { span, filter, wish }: PageQuestion,
): Promise<ArchiveAnswers['alarms']> {
  const conditions = alarmConditions(span, filter)
  const { rows: counted } = await client.query<{ n: number }>(
    `SELECT count(*) AS n FROM alarms WHERE ${conditions.text}`,
    conditions.values,
  )
  const { text, values } = pageText(conditions, wish)
  const { rows: found } = await client.query<AlarmRow & { value: string | number }>(text, values)
  const rows = found.slice(0, wish.pageSize).map(({ value: _, ...row }) => row)
  const last = found[wish.pageSize - 1]
  const mark: PageMark | undefined =
    found.length > wish.pageSize && last ? { value: last.value, id: last.id } : undefined
  return { rows, mark, total: counted[0]?.n ?? 0 }
}

function pageText({ text, values }: Conditions, wish: PageQuestion['wish']): Conditions {
  const { sort, order, language, pageSize, from } = wish
  const column = {
    startTime: 'start_ms',
    devName: language === 'en' ? 'dev_name_en' : 'dev_name_zh',
    type: 'type',
    processingTime: 'coalesce(processing_ms, -1)',
  }[sort]
  // Within a type by start, as the core has it.
  const byType = sort === 'type'
  const names = byType ? [column, 'start_ms', 'id'] : [column, 'id']
  const all = [...values]
  const value = (given: unknown) => `$${all.push(given)}`
  let beyond = ''
  if ('mark' in from) {
    const id = `${value(from.mark.id)}::bigint`
    const isText = sort === 'devName' || sort === 'type'
    const marked = isText
      ? `${value(String(from.mark.value))}::text`
      : `${value(wholeMs(Number(from.mark.value)))}::bigint`
    const start = byType ? `(SELECT start_ms FROM alarms WHERE id = ${id} LIMIT 1), ` : ''
    beyond = ` AND (${names.join(', ')}) ${order === 'asc' ? '>' : '<'} (${marked}, ${start}${id})`
  }
  const way = order === 'asc' ? 'ASC' : 'DESC'
  const offset = 'offset' in from ? from.offset : 0
  return {
    text: `SELECT ${columnList(SHAPES.alarms)}, ${column} AS value FROM alarms WHERE ${text}${beyond}
      ORDER BY ${names.map((name) => `${name} ${way}`).join(', ')} LIMIT ${value(pageSize + 1)} OFFSET ${value(offset)}`,
    values: all,
  }
}

/** As ColumnRow. */
const COLUMNS = `id, start_ms, processing_ms, concat_ws(chr(31), sn, dev_name_zh, dev_name_en),
  concat_ws(chr(31), type, sub_type), group_id,
  (state = 2)::int * ${FLAGS.ended} | (alarm_source = 1)::int * ${FLAGS.device} | (is_read = 1)::int * ${FLAGS.read}
    | (audited_id IS NOT NULL)::int * ${FLAGS.audited} | (coalesce(processing_type, ${UNPROCESSED})::int << 8),
  processing_name`
const AT_ONCE = 20_000

/** Statistics as the core works them out: of the same columns, which are read for it. */
async function readSums(
  client: pg.Client,
  question: Exclude<Question, { kind: 'page' }>,
): Promise<Answers[keyof Answers]> {
  const { text, values } = alarmConditions(question.span, question.filter)
  const columns = new AlarmColumns()
  await client.query('BEGIN READ ONLY')
  await client.query(
    `DECLARE summed NO SCROLL CURSOR FOR SELECT ${COLUMNS} FROM alarms WHERE ${text} ORDER BY id`,
    values,
  )
  for (let count = 0; ; ) {
    const { rows } = await client.query<ColumnRow>({ text: `FETCH ${AT_ONCE} FROM summed`, rowMode: 'array' })
    columns.put(rows)
    count += rows.length
    if (count > SUMMED_MOST) throw new TooManyRows()
    if (rows.length === 0) break
  }
  await client.query('COMMIT')
  // They have passed the filter: texts and monitoring points are in no column.
  return answerFrom(columns, { ...question, filter: { groupIds: undefined } })
}
