import { LIMITS } from '@backlot/contract/limits'
import { expect, test } from 'vitest'
import { createInlineStore } from '../../composition/store/inline-store.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { Lockouts } from './lockouts.ts'

test('a machine whose clock was a year ahead when an account was locked does not lock it for a year', async () => {
  const now = 1_800_000_000_000
  await using store = await createInlineStore(createManualClock(now))
  const ahead = now + 365 * 86_400_000
  const entry = { loginName: 'admin', failures: 0, lastMs: ahead, lockedUntilMs: ahead + LIMITS.lockMs }
  await store.write('session.keepFailures', entry)
  expect(new Lockouts(store, () => now).remainingMs('admin')).toBe(LIMITS.lockMs)
})
