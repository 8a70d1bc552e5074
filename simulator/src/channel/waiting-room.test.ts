import { expect, test } from 'vitest'
import { WaitingRoom } from './waiting-room.ts'

test('a flood of silent sockets cuts the one that has waited longest, and nobody who has spoken', () => {
  const cut: number[] = []
  const linkOf = (number: number) => ({ cut: () => void cut.push(number) })
  const room = new WaitingRoom<ReturnType<typeof linkOf>>(3)
  const links = [0, 1, 2, 3, 4].map(linkOf)
  room.enter(links[0]!)
  room.leave(links[0]!)
  for (const link of links.slice(1)) room.enter(link)
  expect(cut).toEqual([1])
  expect(room.size).toBe(3)
})
