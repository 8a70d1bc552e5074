import { expect, test } from 'vitest'
import { announceIdle } from '../kernel/idle-memory.ts'
import { shrinkWhenIdle } from './shrink-when-idle.ts'
import Database from './sqlite.ts'

/** A connection that records when it shrinks. */
function rig() {
  const db = new Database(':memory:')
  const pragma = db.pragma.bind(db)
  let shrunk = 0
  let told = () => {}
  db.pragma = (source, options) => {
    shrunk++
    queueMicrotask(() => told())
    return pragma(source, options)
  }
  const announced = () =>
    new Promise<void>((resolve) => {
      told = resolve
      announceIdle()
    })
  return { db, announced, count: () => shrunk }
}

test('a connection shrinks each time the process is idle, and in the middle of a query at the next', async () => {
  const { db, announced, count } = rig()
  const stop = shrinkWhenIdle(db)
  await announced()
  const rows = db.prepare('SELECT 1 UNION SELECT 2').iterate()
  rows.next()
  await announced()
  expect(rows.next().value).toBeDefined()
  rows.return?.()
  await announced()
  expect(count()).toBe(3)
  stop()
  db.close()
})

test('a connection that is closed is left alone', async () => {
  const closed = rig()
  const open = rig()
  const stops = [shrinkWhenIdle(closed.db), shrinkWhenIdle(open.db)]
  closed.db.close()
  await open.announced()
  expect(closed.count()).toBe(0)
  for (const stop of stops) stop()
  open.db.close()
})
