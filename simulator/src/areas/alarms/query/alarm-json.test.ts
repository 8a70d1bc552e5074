import { expect, test } from 'vitest'
import { createTestPlatform, START_MS } from '../../../composition/areas/test-platform.test-support.ts'
import type { AlarmDraft } from '../../../history/alarm-draft.ts'
import { type AlarmRow, alarmOf } from '../alarm-row.ts'
import { alarmJson } from './alarm-json.ts'

const plain: AlarmDraft = { sn: 'S-PTZ', chnId: 1, alarmSeq: 'plain', type: 'AiAlarm', startMs: START_MS }
const nasty = 'a "quote", a \\ and a % with %s,\na new line\tand 表😀'
const drafts: readonly AlarmDraft[] = [
  plain,
  { ...plain, alarmSeq: 'nothing', resources: [], startMs: START_MS - 1 },
  {
    ...plain,
    alarmSeq: nasty,
    subType: 'Crowd',
    state: 2,
    endMs: START_MS + 61_999,
    start: { longitude: 116.452323, latitude: 39.1, speedKmh: 0, directionDeg: 0 },
    end: { longitude: -0.5, latitude: 1e-7, speedKmh: 33.3, directionDeg: 359 },
    resources: [
      { type: 1, recipe: { sn: 'S-PTZ', chnId: 1, atMs: START_MS } },
      { type: 2, url: '/upload/a"b.jpg' },
    ],
    detail: { name: nasty, score: 0.25 },
    monitorId: 0,
    monitorName: nasty,
    number: nasty,
    receivedMs: START_MS + 1500,
    deviceTime: '2099-01-01 00:00:00',
  },
]

test('a row that SQLite writes says what alarmOf says, in both languages', async () => {
  await using platform = await createTestPlatform()
  await platform.records.alarms.raise(drafts)
  const admin = await platform.signIn('admin')
  const processed = { sn: 'S-PTZ', alarmSeq: 'nothing' }
  await admin.post('/alarm/processing', { list: [processed], type: 3, content: nasty })
  await admin.post('/alarm/audit', { list: [processed] })
  const rows = platform.store.read.prepare('SELECT * FROM alarms ORDER BY id').all() as AlarmRow[]
  expect(rows.length).toBe(drafts.length)
  expect(rows[1]?.processing_content).toBe(nasty)
  expect(rows[1]?.audited_ms).not.toBeNull()
  for (const language of ['zh', 'en'] as const) {
    const written = platform.store.read
      .prepare(`SELECT ${alarmJson(language)} FROM alarms ORDER BY id`)
      .pluck()
      .all() as string[]
    // Undefined values are not in the JSON.
    const said = rows.map((row) => JSON.parse(JSON.stringify(alarmOf(row, language))))
    expect(written.map((json) => JSON.parse(json))).toEqual(said)
  }
})
