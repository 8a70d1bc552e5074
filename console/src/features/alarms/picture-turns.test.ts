import { expect, it } from 'vitest'
import { PictureTurns } from './picture-turns.ts'

it('lets a few pictures begin at once, and the next in order when one has ended', () => {
  const turns = new PictureTurns(2)
  const begun: string[] = []
  const [a, b] = ['a', 'b', 'c', 'd'].map((name) => turns.ask(() => begun.push(name)))
  expect(begun).toEqual(['a', 'b'])
  b!()
  expect(begun).toEqual(['a', 'b', 'c'])
  a!()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('never fetches a picture whose wish was taken back, and counts an end once', () => {
  const turns = new PictureTurns(1)
  const begun: string[] = []
  const a = turns.ask(() => begun.push('a'))
  const b = turns.ask(() => begun.push('b'))
  turns.ask(() => begun.push('c'))
  turns.ask(() => begun.push('d'))
  b()
  b()
  expect(begun).toEqual(['a'])
  a()
  a()
  expect(begun).toEqual(['a', 'c'])
})
