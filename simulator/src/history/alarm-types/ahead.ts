import type { FindCause } from '../../devices/alarm-type.ts'
import { placeAt } from './driving.ts'

const STEP_MS = 2000
const STEPS = 45

/** Another vehicle in its lane this near before it, while it is this fast. */
export const ahead =
  (nearM: number, speedKmh: number, lengthMs: number): FindCause =>
  (look) => {
    const { world, device } = look
    for (let step = 0; step < STEPS; step++) {
      const atMs = look.atMs + step * STEP_MS
      const place = placeAt(look, atMs)
      if (!place.accOn || place.speedKmh < speedKmh) continue
      const near = world.traffic.vehiclesNear(place.x, place.y, nearM + 15, atMs, 40)
      // In its lane, where the others are too.
      const own = near.find(({ id }) => id === device.trafficIndex)
      if (!own) continue
      const heading = (own.directionDeg * Math.PI) / 180
      const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
      const isBlocked = near.some(({ id, x, y }) => {
        const [dx, dy] = [x - own.x, y - own.y]
        const along = dx * sin + dy * cos
        return id !== own.id && along > 0 && along < nearM && Math.abs(dx * cos - dy * sin) < 1.6
      })
      if (isBlocked) return { startMs: atMs, endMs: atMs + lengthMs }
    }
    return undefined
  }
