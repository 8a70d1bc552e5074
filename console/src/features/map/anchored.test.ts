import { describe, expect, it } from 'vitest'
import { placeBeside } from './anchored.tsx'

const box = { width: 310, height: 360 }
const map = { width: 1000, height: 750 }

describe('a window at a marker', () => {
  it('stands above where it fits, else below', () => {
    expect(placeBeside({ x: 500, y: 500 }, box, map)).toEqual([345, 120])
    expect(placeBeside({ x: 500, y: 100 }, box, map)).toEqual([345, 120])
  })

  it('stands beside it where neither fits, and never covers its marker', () => {
    expect(placeBeside({ x: 400, y: 375 }, box, { width: 1000, height: 740 })[0]).toBe(420)
    for (let x = 5; x < 1000; x += 45) {
      for (let y = 5; y < 700; y += 45) {
        const [left, top] = placeBeside({ x, y }, box, { width: 1000, height: 700 })
        expect(left).toBeGreaterThanOrEqual(8)
        expect(left + box.width).toBeLessThanOrEqual(992)
        expect(top).toBeGreaterThanOrEqual(8)
        expect(top + box.height).toBeLessThanOrEqual(692)
        expect(x > left && x < left + box.width && y > top && y < top + box.height).toBe(false)
      }
    }
  })
})
