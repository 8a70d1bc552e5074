import { expect, test } from 'vitest'
import { StorageError } from '../kernel/storage-error.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createRetryingWrites } from './retrying-writes.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what finds no room waits in its order; what fails otherwise is told and holds nobody up', async () => {
  const host = createManualClock(0)
  const errors: unknown[] = []
  const stored: string[] = []
  let isFull = true
  const writes = createRetryingWrites(host, (error) => errors.push(error))
  const write = (name: string) => async () => {
    if (isFull) throw new StorageError('storageFull')
    if (name === 'broken') throw new Error('broken')
    stored.push(name)
  }
  for (const name of ['a', 'broken', 'b']) writes.add(write(name))
  await settled()
  expect([stored, errors]).toEqual([[], []])
  isFull = false
  host.advance(1000)
  await settled()
  expect(stored).toEqual(['a', 'b'])
  expect(errors).toHaveLength(1)
  writes.add(write('c'))
  await settled()
  expect(stored).toEqual(['a', 'b', 'c'])
  expect(host.pending()).toBe(0)
})
