import { type CsvError, parse } from 'csv-parse/sync'
import { placeFault, type RawTrack, type TrackTeller } from './raw-track.ts'
import { trackTime } from './track-time.ts'

/** Names of columns, without spaces, underscores, hyphens and what stands in brackets, in any case. */
const CSV_NAMES = {
  time: ['time', 'timestamp', 'datetime', 'utc', 'gpstime', 'fixtime', 'locationtime', '时间', '定位时间'],
  date: ['date', '日期'],
  latitude: ['latitude', 'lat', '纬度'],
  longitude: ['longitude', 'lon', 'lng', 'long', '经度'],
  device: ['sn', 'device', 'deviceid', 'vehicle', 'track', 'trackid', 'id', 'plate', '设备', '车牌'],
  name: ['name', '名称'],
} as const
type Column = keyof typeof CSV_NAMES

type Row = { record: string[]; info: { lines: number } }

/** Tracks of a table with a heading: one of each device, or one of all rows. */
export function readCsv(text: string, tell: TrackTeller): RawTrack[] {
  const rows = rowsOf(text, tell)
  const [head, ...body] = rows
  if (!head) return []
  const columns = columnsOf(head.record)
  const lacking = (['latitude', 'longitude'] as const).filter((column) => columns[column] === undefined)
  if (lacking.length > 0) {
    const names = lacking.map((column) => `${column} (${CSV_NAMES[column].join(', ')})`).join(' and ')
    tell.mistake(1, `the heading has no column for ${names}`)
    return []
  }
  const cell = (row: Row, column: Column) => {
    const at = columns[column]
    return at === undefined ? '' : (row.record[at] ?? '')
  }
  const hasTimes = columns.time !== undefined
  const tracks = new Map<string, RawTrack>()
  let unzoned = 0
  for (const row of body) {
    const line = row.info.lines
    const [longitude, latitude] = [cell(row, 'longitude'), cell(row, 'latitude')].map((value) =>
      value === '' ? Number.NaN : Number(value.replace(',', '.')),
    ) as [number, number]
    const fault = placeFault(longitude, latitude)
    if (fault) {
      tell.mistake(line, fault)
      return []
    }
    const written = [cell(row, 'date'), cell(row, 'time')].filter(Boolean).join(' ')
    const time = hasTimes && written !== '' ? trackTime(written) : undefined
    if (hasTimes && written !== '' && !time) {
      tell.mistake(line, `'${written.slice(0, 40)}' is no time: write 2026-11-20T08:00:00Z, or epoch seconds`)
      return []
    }
    if (time && !time.zoned) unzoned++
    const device = columns.device === undefined ? cell(row, 'name') : cell(row, 'device')
    const name = cell(row, 'name') || device || undefined
    const track = tracks.get(device) ?? { name, points: [], line }
    tracks.set(device, track)
    track.points.push({ timeMs: time?.ms, longitude, latitude })
  }
  if (unzoned > 0) tell.note(1, 'times without a zone are taken as UTC')
  const list = [...tracks.values()]
  // Rows of one track may be named one by one.
  const isNamedByRow = list.length > 1 && list.every(({ points }) => points.length === 1)
  if (!isNamedByRow) return list
  return [{ name: undefined, points: list.flatMap(({ points }) => points), line: 2 }]
}

function rowsOf(text: string, tell: TrackTeller): Row[] {
  const [heading = ''] = text.split(/\r\n|\n|\r/, 1)
  const count = (letter: string) => heading.split(letter).length
  const delimiter = [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
  try {
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      comment: '#',
      comment_no_infix: true,
    }) as unknown as Row[] // its types do not follow from `info`
  } catch (error) {
    const { message, lines = 1 } = error as CsvError & { lines?: number }
    tell.mistake(lines, `no CSV that can be read: ${message}`)
    return []
  }
}

function columnsOf(heading: readonly string[]): Partial<Record<Column, number>> {
  const names = heading.map((name) =>
    name
      .toLowerCase()
      .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
      .replace(/[\s_-]/g, ''),
  )
  const columns: Partial<Record<Column, number>> = {}
  for (const [column, known] of Object.entries(CSV_NAMES) as [Column, readonly string[]][]) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) columns[column] = at
  }
  return columns
}
