import { expect, test } from 'vitest'
import { chooseAction, PROFILES, parseProfile } from './profiles.ts'
import { createRandom } from './random.ts'

test('a profile is named or written out', () => {
  expect(parseProfile('alarms')).toBe(PROFILES['alarms'])
  expect(parseProfile('tree=2, alarms=5,pause=200')).toEqual({
    weights: { tree: 2, alarms: 5 },
    pauseMs: 200,
  })
})

test('what is no profile is said', () => {
  for (const [text, why] of [
    ['quick', "no profile 'quick'"],
    ['tree=', 'name=number'],
    ['tree=-1', 'name=number'],
    ['dance=1', "'dance'"],
    ['tree=0,pause=5', 'does nothing'],
  ] as const) {
    expect(parseProfile(text), text).toContain(why)
  }
})

test('actions are chosen as their weights say, the same under one seed', () => {
  const profile = { weights: { tree: 1, alarms: 3 }, pauseMs: 0 }
  const choices = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 4000 }, () => chooseAction(profile, random()))
  }
  const alarms = choices(1).filter((name) => name === 'alarms').length
  expect(alarms / 4000).toBeGreaterThan(0.72)
  expect(alarms / 4000).toBeLessThan(0.78)
  expect(choices(1)).toEqual(choices(1))
  expect(choices(1)).not.toEqual(choices(2))
})
