/** People on the pavements: they walk to and fro along the roads near the camera. */
import { toCivil } from '@backlot/contract/time'
import { hash32 } from '../hash.ts'
import type { Light } from './light.ts'
import { type RoadPiece, type Surroundings, segmentDistance } from './surroundings.ts'
import type { View } from './view.ts'

const WITHIN_M = 95
/** Speed of somebody in a hurry. */
const BRISK_MS = 1.6

export type Person = {
  x: number
  y: number
  id: number
  /** Phase of the stride, radians: two steps a turn. */
  step: number
  /** Direction in which it walks (unit: east, north), or faces while it stands. */
  ahead: readonly [number, number]
  /** Length of the stride as a part of that of somebody in a hurry; 0: stands. */
  pace: number
}

/** Radians of the stride for a metre walked: feet do not slide. A stride is 1.1 to 1.55 m long, longer when fast. */
const stridesAt = (pace: number): number => (2 * Math.PI) / (0.75 + 0.8 * pace)

/** Who walks near the camera at a moment, and not across a carriageway. */
export function peopleNear(
  view: View,
  light: Light,
  near: Surroundings,
  timeMs: number,
  zoneMinutes: number,
): Person[] {
  const full = bustle(timeMs, zoneMinutes, light)
  const close = near.pieces.filter(
    (p) => segmentDistance(view.x, view.y, p.x0, p.y0, p.x1, p.y1) < WITHIN_M + 10,
  )
  const onRoad = ({ x, y }: Person): boolean =>
    close.some((p) => segmentDistance(x, y, p.x0, p.y0, p.x1, p.y1) < p.halfWidthM + 0.3)
  return close.flatMap((piece) => walkersOf(piece, view, timeMs, full)).filter((person) => !onRoad(person))
}

/** How full the pavements are, 0 … 1. */
function bustle(timeMs: number, zoneMinutes: number, light: Light): number {
  const hour = toCivil(timeMs, zoneMinutes).hour
  const byHour =
    hour < 5
      ? 0.04
      : hour < 7
        ? 0.25
        : hour < 9
          ? 0.85
          : hour < 17
            ? 0.6
            : hour < 20
              ? 1
              : hour < 23
                ? 0.5
                : 0.15
  return byHour * (1 - 0.5 * light.wet)
}

function walkersOf(piece: RoadPiece, view: View, timeMs: number, bustle: number): Person[] {
  const { road, lengthM } = piece
  if (road.class === 'expressway' || road.class === 'country' || piece.bridge) return []
  const people: Person[] = []
  const ux = (piece.x1 - piece.x0) / lengthM
  const uy = (piece.y1 - piece.y0) / lengthM
  const count = Math.ceil(lengthM / 13)
  for (let i = 0; i < count; i++) {
    const h = hash32(road.id, Math.round(piece.alongM), 501, i)
    if ((h & 255) / 255 > bustle) continue
    const speed = 1 + ((h >>> 8) & 63) / 110
    const walked = (timeMs / 1000) * speed + ((h >>> 14) & 1023)
    const lap = walked % (2 * lengthM)
    const s = lap < lengthM ? lap : 2 * lengthM - lap
    const side = h & 0x400_0000 ? 1 : -1
    const off = side * (piece.halfWidthM + 1.5 + ((h >>> 27) & 15) / 9)
    const x = piece.x0 + ux * s - uy * off
    const y = piece.y0 + uy * s + ux * off
    const d = Math.hypot(x - view.x, y - view.y)
    if (d > WITHIN_M || d < 4) continue
    const way = lap < lengthM ? 1 : -1
    const pace = Math.min(1, speed / BRISK_MS)
    people.push({ x, y, id: h, step: walked * stridesAt(pace), ahead: [ux * way, uy * way], pace })
  }
  return people
}
