import { expect, it } from 'vitest'
import { leastCovering } from './least-covering.ts'

/** The window's own position before it is placed does not matter. */
const placed = { left: 616, top: 0, width: 384, height: 247 }
const area = { width: 1000, height: 756 }
const video = { width: 384, height: 247 }

it('puts a window into the upper right corner of an empty map', () => {
  expect(leastCovering(placed, area, [])).toEqual({ left: 560, top: 56, ...video })
})

it('goes to the lower right when an information window reaches under the upper one', () => {
  const popup = { left: 345, top: 20, width: 310, height: 340 }
  expect(leastCovering(video, area, [popup])).toEqual({ left: 560, top: 475, ...video })
})

it('takes the corner that covers least when none is free', () => {
  const upperRight = { left: 560, top: 56, ...video }
  const lowerRight = { left: 560, top: 475, ...video }
  const legend = { left: 12, top: 400, width: 190, height: 344 }
  const popup = { left: 300, top: 60, width: 310, height: 340 }
  expect(leastCovering(video, area, [upperRight, lowerRight, legend, popup]).left).toBe(28)
})

it('stays inside a map that is smaller than the window', () => {
  expect(leastCovering(video, { width: 300, height: 200 }, [])).toMatchObject({ left: 0, top: 56 })
})
