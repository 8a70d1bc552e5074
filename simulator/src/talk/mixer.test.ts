import { expect, test } from 'vitest'
import { Mixer } from './mixer.ts'

const frame = (value: number) => new Int16Array(320).fill(value)

test('each hears the others and not himself, clipped', () => {
  const mixer = new Mixer<string>()
  mixer.add('a', frame(30_000))
  mixer.add('b', frame(20_000))
  mixer.add('c', frame(-1000))
  expect(mixer.without('a')?.[0]).toBe(19_000)
  expect(mixer.without('b')?.[0]).toBe(29_000)
  expect(mixer.without('c')?.[0]).toBe(32_767)
  expect(mixer.without('nobody')?.[0]).toBe(32_767)
})

test('who is alone hears nothing', () => {
  const mixer = new Mixer<string>()
  expect(mixer.without('a')).toBeUndefined()
  mixer.add('a', frame(1))
  expect(mixer.without('a')).toBeUndefined()
})
