import { expect, it } from 'vitest'
import { PreviewCache } from './preview-cache.ts'

/** A picture is not looked into: its identity is enough. */
const picture = () => ({}) as HTMLCanvasElement

it('finds the nearest picture of the channel within the distance, and forgets the oldest', () => {
  const cache = new PreviewCache(2)
  const [a, b, c] = [picture(), picture(), picture()]
  cache.add({ key: 'CAM/1', atMs: 1000, picture: a })
  cache.add({ key: 'CAM/1', atMs: 3000, picture: b })
  expect(cache.find('CAM/1', 1900, 1500)).toBe(a)
  expect(cache.find('CAM/1', 2100, 1500)).toBe(b)
  expect(cache.find('CAM/1', 9000, 1500)).toBeUndefined()
  expect(cache.find('CAM/2', 1000, 1500)).toBeUndefined()
  cache.add({ key: 'CAM/2', atMs: 1000, picture: c })
  expect(cache.find('CAM/1', 1000, 100)).toBeUndefined()
  expect(cache.find('CAM/1', 3000, 100)).toBe(b)
})

it('a picture of the same moment replaces the one before', () => {
  const cache = new PreviewCache(2)
  const [a, b, c] = [picture(), picture(), picture()]
  cache.add({ key: 'CAM/1', atMs: 1000, picture: a })
  cache.add({ key: 'CAM/1', atMs: 2000, picture: b })
  cache.add({ key: 'CAM/1', atMs: 2000, picture: c })
  expect(cache.find('CAM/1', 1000, 0)).toBe(a)
  expect(cache.find('CAM/1', 2000, 0)).toBe(c)
})
