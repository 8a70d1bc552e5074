import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'

const COLUMNS = [
  'cursor',
  'raised_cursor',
  'sn',
  'chn_id',
  'alarm_seq',
  'group_id',
  'dev_name_zh',
  'dev_name_en',
  'chn_name_zh',
  'chn_name_en',
  'number',
  'type',
  'sub_type',
  'state',
  'alarm_source',
  'start_ms',
  'end_ms',
  'resource',
  'is_read',
  'processing_id',
  'processing_name',
  'processing_content',
  'processing_type',
  'processing_ms',
] as const

const KINDS = [
  ['IoAlarm', 'SOS'],
  ['IoAlarm', 'DoorOpen'],
  ['VideoAlarm', 'Motion'],
  ['VideoAlarm', 'VideoLoss'],
  ['AiAlarm', 'Intruder'],
  ['AiAlarm', 'NoHelmet'],
  ['AiAlarm', 'Crowd'],
  ['DustAlarm', 'PM10'],
  ['VehicleAlarm', 'Overspeed'],
  ['DeviceAlarm', 'Offline'],
] as const
const OPERATORS = ['Li Na', 'Zhang Wei', 'Wang Fang', 'Chen Jie', 'Liu Yang'] as const
const PROCESSING = [0, 1, 3, 4, 5, 100] as const

export type DeviceRow = { sn: string; group_id: number; dev_name_zh: string; dev_name_en: string }

/** Fills an alarms table up to `count` rows, evenly over the `spanMs` before a moment, some processed, read, ended. */
export function fillAlarms(
  db: Database,
  devices: readonly DeviceRow[],
  { count, beforeMs, spanMs }: { count: number; beforeMs: number; spanMs: number },
): void {
  const there = db.prepare('SELECT count(*) FROM alarms').pluck().get() as number
  let cursor = db.prepare('SELECT ifnull(max(value), 0) FROM alarm_cursor').pluck().get() as number
  const insert = db.prepare(
    `INSERT INTO alarms (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  )
  const rows = count - there
  db.transaction(() => {
    for (let n = 0; n < rows; n++) {
      const dice = randomBytes(8)
      const device = devices[dice.readUInt16LE(0) % devices.length]!
      const [type, subType] = KINDS[dice[2]! % KINDS.length]!
      const startMs = Math.floor(beforeMs - spanMs + (n / rows) * spanMs)
      const isProcessed = dice[3]! < 140
      const isEnded = dice[4]! < 200
      cursor++
      insert.run(
        cursor,
        cursor,
        device.sn,
        1,
        `bench-${n}`,
        device.group_id,
        device.dev_name_zh,
        device.dev_name_en,
        '通道1',
        'Channel 1',
        '',
        type,
        subType,
        isEnded ? 2 : 1,
        dice[5]! & 1,
        startMs,
        isEnded ? startMs + 60_000 : null,
        `[{"type":1,"recipe":{"sn":"${device.sn}","chnId":1,"atMs":${startMs}}}]`,
        isProcessed || dice[6]! < 60 ? 1 : 0,
        isProcessed ? 1 : null,
        isProcessed ? OPERATORS[dice[6]! % OPERATORS.length]! : '',
        isProcessed ? 'Looked at, nothing to do' : '',
        isProcessed ? PROCESSING[dice[7]! % PROCESSING.length]! : null,
        isProcessed ? startMs + dice.readUInt16LE(5) * 1000 : null,
      )
    }
    db.prepare(
      'INSERT INTO alarm_cursor (id, value) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
    ).run(cursor)
  })()
}
