/** People on the pavements: they walk to and fro along the roads near the camera, with umbrellas in the rain. */
import { toCivil } from '@backlot/contract/time'
import { hash32 } from '../hash.ts'
import { mix, plus, type Rgb, rgbOf, scaled, times } from './colour.ts'
import type { Light } from './light.ts'
import { type RoadPiece, type Surroundings, segmentDistance } from './surroundings.ts'
import { columnAt, depthOf, rightOf, rowAt, type View } from './view.ts'
import { type Canvas, fillShape } from './yuv-canvas.ts'

const COATS = [
  0x2f3e56, 0x5c2f36, 0x3d4a3c, 0x6a5a48, 0x24262c, 0x8a8f98, 0xa43a3a, 0xd0c6b0, 0x355c7d, 0x6b4a6f,
].map(rgbOf)
const TROUSERS = [0x22252d, 0x3a4152, 0x4b4238, 0x2a2f3c].map(rgbOf)
const UMBRELLAS = [0xb83232, 0x2c5aa0, 0x2a2d33, 0xd9a520, 0x3f8f6b, 0xd8d8dc].map(rgbOf)
const SKIN: Rgb = [204, 164, 136]
const WITHIN_M = 95

export type Person = { x: number; y: number; id: number /** Phase of the step, radians. */; step: number }

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
    people.push({ x, y, id: h, step: walked * 4.4 })
  }
  return people
}

/** One figure: legs in step, coat, head; `coat` overrides the colour (an intruder's is dark). */
export function drawPerson(canvas: Canvas, view: View, light: Light, person: Person, coat?: Rgb): void {
  const z = depthOf(view, person.x, person.y)
  if (z < 2) return
  const x = columnAt(view, rightOf(view, person.x, person.y), z)
  const px = view.focal / z
  if (x < -px || x > view.width + px) return
  const h = person.id >>> 0
  const tall = 1.58 + ((h >>> 5) & 15) / 55
  const fog = 1 - Math.exp(-z / light.hazeM)
  const lit = plus(plus(light.ambient, scaled(light.sun, 0.6)), scaled([1.1, 0.9, 0.6], light.night * 0.2))
  const tone = (colour: Rgb): Rgb => mix(times(colour, lit), light.haze, fog)
  const row = (up: number): number => rowAt(view, up, z)
  const behind = z - 2.5
  const swing = Math.sin(person.step) * 0.17
  const trousers = tone(TROUSERS[(h >>> 9) % TROUSERS.length]!)
  const coatTone = tone(coat ?? COATS[(h >>> 3) % COATS.length]!)
  const foot = row(0)
  fillShape(canvas, oval(x, foot, 0.27 * px, 0.07 * px), [14, 14, 18], 0.26, behind)
  for (const side of [-1, 1]) {
    const hip = x + side * 0.07 * px
    const toe = x + side * swing * px
    fillShape(
      canvas,
      [
        hip - 0.085 * px,
        row(0.86),
        hip + 0.085 * px,
        row(0.86),
        toe + 0.075 * px,
        foot,
        toe - 0.075 * px,
        foot,
      ],
      trousers,
      1,
      behind,
    )
  }
  const shoulder = tall - 0.27
  fillShape(
    canvas,
    [
      x - 0.2 * px,
      row(0.72),
      x - 0.23 * px,
      row(shoulder - 0.06),
      x - 0.14 * px,
      row(shoulder),
      x + 0.14 * px,
      row(shoulder),
      x + 0.23 * px,
      row(shoulder - 0.06),
      x + 0.2 * px,
      row(0.72),
    ],
    coatTone,
    1,
    behind,
  )
  fillShape(canvas, oval(x, row(tall - 0.12), 0.105 * px, 0.135 * px), tone(SKIN), 1, behind)
  fillShape(
    canvas,
    [
      x - 0.115 * px,
      row(tall - 0.1),
      x - 0.08 * px,
      row(tall),
      x + 0.08 * px,
      row(tall),
      x + 0.115 * px,
      row(tall - 0.1),
    ],
    tone([38, 32, 30]),
    1,
    behind,
  )
  if (light.wet > 0.15 && (h & 7) !== 0 && !coat) {
    const brolly = tone(UMBRELLAS[(h >>> 12) % UMBRELLAS.length]!)
    fillShape(
      canvas,
      [
        x - 0.62 * px,
        row(tall + 0.12),
        x - 0.36 * px,
        row(tall + 0.36),
        x,
        row(tall + 0.44),
        x + 0.36 * px,
        row(tall + 0.36),
        x + 0.62 * px,
        row(tall + 0.12),
        x,
        row(tall + 0.19),
      ],
      brolly,
      1,
      behind,
    )
  }
}

function oval(x: number, y: number, rx: number, ry: number): number[] {
  const points: number[] = []
  for (let i = 0; i < 8; i++)
    points.push(x + Math.cos((i * Math.PI) / 4) * rx, y + Math.sin((i * Math.PI) / 4) * ry)
  return points
}
