import { expect, test } from 'vitest'
import { createHostClock } from '../timeline/host-clock.ts'
import { createIdempotency } from './idempotency.ts'

const answer = (body: string) => ({ status: 200, headers: {}, body })

test('who uses keys by the thousand forgets the own ones, not those of others', async () => {
  const idempotency = createIdempotency(createHostClock())
  let made = 0
  const once = (userId: number, key: string) =>
    idempotency.once({ userId, call: 'a.b', key, body: { n: 1 } }, async () => answer(String(++made)))
  await once(1, 'mine')
  const first = await once(2, 'first')
  for (let n = 0; n < 12_000; n++) await once(2, `k${n}`)
  expect((await once(1, 'mine')).body).toBe('1')
  expect((await once(2, 'first')).body).not.toBe(first.body)
})
