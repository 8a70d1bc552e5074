import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { forgetCount, keepCount, readCount, resumeCount } from './persisted-count.ts'

const alarms = (...ids: number[]) => ids.map((id) => ({ id }) as Alarm)
const ids = (list: readonly Alarm[]) => list.map(({ id }) => id)

function storage() {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

it('goes on counting after a reload, with what came while the page was away', () => {
  const kept = storage()
  keepCount(kept, { count: 3, newestId: 20 })
  const { count, known, missed } = resumeCount(readCount(kept), alarms(22, 21, 20, 19))
  expect([count, ids(known), ids(missed)]).toEqual([3, [20, 19], [22, 21]])
  forgetCount(kept)
  expect(readCount(kept)).toBeUndefined()
})

it('counts nothing at a first sign-in, nor before a platform that began anew', () => {
  expect(resumeCount(undefined, alarms(2, 1))).toEqual({ count: 0, known: alarms(2, 1), missed: [] })
  const anew = resumeCount({ count: 7, newestId: 900 }, alarms(5, 4))
  expect([anew.count, ids(anew.known), anew.missed]).toEqual([0, [5, 4], []])
})

it('takes nothing from what it cannot read', () => {
  for (const text of ['', 'x', '{}', '{"count":-1,"newestId":2}', '{"count":"3","newestId":2}', 'null']) {
    const broken = storage()
    broken.held.set('newAlarms', text)
    expect(readCount(broken)).toBeUndefined()
  }
})
