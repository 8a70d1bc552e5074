import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserError } from '../user-error.ts'
import { bisectLines } from './bisect-lines.ts'
import { bisectLogs } from './bisect-logs.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-bisect-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = { at: '2026-11-20 08:00:00.000', event: 'start', scenario: 'a', seed: 7 }
const status = (second: number, sn: string, online: number) => ({
  at: `2026-11-20 08:00:${String(second).padStart(2, '0')}.000`,
  event: 'status',
  sn,
  online,
})
const EVENTS = Array.from({ length: 40 }, (_, i) => status(i + 1, `D${i % 4}`, i % 2))

function log(name: string, events: readonly object[], head: object = HEAD): string {
  const path = join(folder, name)
  writeFileSync(path, [head, ...events].map((event) => `${JSON.stringify(event)}\n`).join(''))
  return path
}

test('logs that are the same part nowhere', async () => {
  const found = await bisectLogs(log('a', EVENTS), log('b', EVENTS))
  expect(found).toMatchObject({ lines: 41, made: [], parting: undefined })
  expect(bisectLines(found)).toEqual(['no difference in 41 lines'])
})

test('a changed event is found, with its time, its device, what came before, and what differs', async () => {
  const changed = EVENTS.with(20, { ...EVENTS[20]!, online: 5 }).with(30, status(31, 'D2', 9))
  const found = await bisectLogs(log('a', EVENTS), log('b', changed))
  expect(found.parting).toMatchObject({
    line: 22,
    at: '2026-11-20 08:00:21.000',
    sn: 'D0',
    differs: [{ field: 'online', a: 0, b: 5 }],
    own: undefined,
  })
  expect(found.parting?.before.map(({ line }) => line)).toEqual([17, 18, 19, 20, 21])
  expect(found.parting?.deviceBefore.map(({ line }) => line)).toEqual([6, 10, 14])
  const lines = bisectLines(found)
  expect(lines[0]).toBe('the logs differ from line 22: 2026-11-20 08:00:21.000, device D0')
  expect(lines).toContain('  online: 0 and 5')
})

test('events that only one log has are counted, and one that ends early is told', async () => {
  const more = EVENTS.toSpliced(10, 0, status(10, 'X', 1), status(10, 'Y', 1))
  const added = await bisectLogs(log('a', EVENTS), log('b', more))
  expect(added.parting).toMatchObject({ line: 12, sn: 'X', own: { log: 'b', lines: 2 }, differs: [] })
  expect(bisectLines(added).at(-1)).toMatch(/b has 2 lines more here than .*a$/)
  const turned = await bisectLogs(log('b', more), log('a', EVENTS))
  expect(turned.parting).toMatchObject({ line: 12, sn: 'X', own: { log: 'a', lines: 2 } })
  const early = await bisectLogs(log('a', EVENTS), log('b', EVENTS.slice(0, 39)))
  expect(early.parting).toMatchObject({ line: 41, b: [], own: { log: 'a', lines: 1 } })
  expect(bisectLines(early)).toContain('  has ended')
})

test('what the runs were made of is told apart, and the events are compared all the same', async () => {
  const other = log('b', EVENTS, { ...HEAD, seed: 8 })
  const found = await bisectLogs(log('a', EVENTS), other)
  expect(found).toMatchObject({ made: [{ field: 'seed', a: 7, b: 8 }], parting: undefined })
  expect(bisectLines(found)[0]).toBe('different runs: seed: 7 and 8')
})

test('a file that is not an event log, or not there, is a mistake', async () => {
  const path = join(folder, 'text')
  writeFileSync(path, 'hello\n')
  await expect(bisectLogs(log('a', EVENTS), path)).rejects.toThrow('is not an event log')
  await expect(bisectLogs(log('a', EVENTS), join(folder, 'nowhere'))).rejects.toThrow(UserError)
})

test('logs that are longer than what is read at once are compared line by line, wherever a piece ends', async () => {
  const events = Array.from({ length: 30_000 }, (_, i) => ({
    ...EVENTS[i % 40]!,
    text: 'Straße 出租车'.repeat(i % 7),
  }))
  const planted = events.with(29_990, { ...status(1, 'D', 1), text: '' })
  const found = await bisectLogs(log('a', events), log('b', planted))
  expect(found.parting).toMatchObject({ line: 29_992, own: undefined })
  expect(await bisectLogs(log('a', events), log('b', events))).toMatchObject({
    lines: 30_001,
    parting: undefined,
  })
})
