/** A figure that walks: legs and arms in step, coat, head; an umbrella in the rain. */
import { mix, plus, type Rgb, rgbOf, scaled, times } from './colour.ts'
import type { Light } from './light.ts'
import type { Person } from './people-near.ts'
import { WARMTH } from './thermal.ts'
import { columnAt, depthOf, rightOf, rowAt, type View } from './view.ts'
import { type Canvas, fillShape } from './yuv-canvas.ts'

const COATS = [
  0x2f3e56, 0x5c2f36, 0x3d4a3c, 0x6a5a48, 0x24262c, 0x8a8f98, 0xa43a3a, 0xd0c6b0, 0x355c7d, 0x6b4a6f,
].map(rgbOf)
const TROUSERS = [0x22252d, 0x3a4152, 0x4b4238, 0x2a2f3c].map(rgbOf)
const UMBRELLAS = [0xb83232, 0x2c5aa0, 0x2a2d33, 0xd9a520, 0x3f8f6b, 0xd8d8dc].map(rgbOf)
const SKIN: Rgb = [204, 164, 136]
const HAIR: Rgb = [38, 32, 30]
const SHOES: Rgb = [30, 28, 28]

/** Heights of joints, metres, of a figure of 1.75 m. */
const JOINT = { hip: 0.9, knee: 0.48, shoulder: 1.43, elbow: 1.12, hand: 0.86 }
/** Half the way between the feet of a long step, and that of the hands, metres. */
const REACH = { foot: 0.36, hand: 0.26 }
const LIFT_M = 0.13
/** Figures lower than this are drawn without joints, pixels of a metre. */
const JOINTS_FROM_PX = 14

/** Half the width of what is drawn of a figure, metres: a step is seen from the side, not from the front. */
export function halfWidthOf(view: View, { ahead, pace }: Person): number {
  return 0.27 + 0.16 * pace * Math.abs(rightwards(view, ahead))
}

const rightwards = (view: View, [east, north]: readonly [number, number]): number =>
  east * view.cos - north * view.sin

/** `coat` overrides the colour (an intruder's is dark). */
export function drawPerson(canvas: Canvas, view: View, light: Light, person: Person, coat?: Rgb): void {
  const z = depthOf(view, person.x, person.y)
  if (z < 2) return
  const x = columnAt(view, rightOf(view, person.x, person.y), z)
  const px = view.focal / z
  if (x < -px || x > view.width + px) return
  const h = person.id >>> 0
  const tall = 1.58 + ((h >>> 5) & 15) / 55
  const size = tall / 1.75
  const fog = 1 - Math.exp(-z / light.hazeM)
  const lit = plus(plus(light.ambient, scaled(light.sun, 0.6)), scaled([1.1, 0.9, 0.6], light.night * 0.2))
  const tone = (colour: Rgb, shade = 1, warmth: Rgb = WARMTH.coat): Rgb =>
    mix(scaled(light.isThermal ? warmth : times(colour, lit), shade), light.haze, fog)
  const behind = z - 2.5
  // Metres ahead of the figure and to its right become pixels by the same camera.
  const across = rightwards(view, person.ahead)
  const nearer = -(person.ahead[0] * view.sin + person.ahead[1] * view.cos)
  const at = (aheadM: number, rightM: number, upM: number): [number, number] => {
    const deep = Math.max(1, z - nearer * aheadM - across * rightM)
    return [x + ((across * aheadM + nearer * rightM) * view.focal) / deep, rowAt(view, upM * size, deep)]
  }
  const row = (up: number): number => rowAt(view, up, z)
  const limb = (joints: readonly (readonly [number, number])[], thickM: number, colour: Rgb): void => {
    for (let i = 1; i < joints.length; i++)
      bar(canvas, joints[i - 1]!, joints[i]!, thickM * px, colour, behind)
  }
  const trousers = TROUSERS[(h >>> 9) % TROUSERS.length]!
  const cloth = coat ?? COATS[(h >>> 3) % COATS.length]!
  fillShape(canvas, oval(x, row(0), 0.3 * px, 0.075 * px), [14, 14, 18], 0.26, behind)
  const leg = (side: 1 | -1): void => {
    const phase = person.step + (side > 0 ? 0 : Math.PI)
    const aheadM = Math.sin(phase) * REACH.foot * person.pace
    const upM = Math.max(0, Math.cos(phase)) * LIFT_M * person.pace
    const hip = at(0, side * 0.09, JOINT.hip)
    const foot = at(aheadM, side * 0.09, 0.05 + upM)
    // A leg that swings forwards bends.
    const knee = at(aheadM * 0.5 + 0.05 + upM * 1.1, side * 0.09, JOINT.knee + upM * 0.4)
    const shade = tone(trousers, side === farSide ? 0.8 : 1, WARMTH.trousers)
    limb(px < JOINTS_FROM_PX ? [hip, foot] : [hip, knee, foot], 0.14, shade)
    if (px >= JOINTS_FROM_PX)
      limb(
        [at(aheadM - 0.07, side * 0.09, 0.04 + upM), at(aheadM + 0.16, side * 0.09, 0.03 + upM)],
        0.085,
        tone(SHOES, 1, WARMTH.shoes),
      )
  }
  const holds = light.wet > 0.15 && (h & 7) !== 0 && !coat
  const arm = (side: 1 | -1): void => {
    const raised = holds && side > 0
    const swing = -Math.sin(person.step + (side > 0 ? 0 : Math.PI)) * REACH.hand * person.pace
    const shoulder = at(0, side * 0.2, JOINT.shoulder - 0.05)
    const elbow = raised ? at(0.1, side * 0.24, JOINT.elbow) : at(swing * 0.35, side * 0.24, JOINT.elbow)
    const hand = raised ? at(0.24, side * 0.16, 1.3) : at(swing + 0.04, side * 0.23, JOINT.hand)
    limb([shoulder, elbow, hand], 0.095, tone(cloth, side === farSide ? 0.72 : 0.88))
    if (px >= JOINTS_FROM_PX)
      fillShape(canvas, oval(hand[0], hand[1], 0.05 * px, 0.05 * px), tone(SKIN, 1, WARMTH.skin), 1, behind)
  }
  // What is on the far side of the body comes first.
  const farSide = across >= 0 ? -1 : 1
  if (px >= JOINTS_FROM_PX) arm(farSide)
  leg(farSide)
  leg(farSide === 1 ? -1 : 1)
  const top = tall - 0.29
  const broad = 0.16 + 0.06 * Math.abs(nearer)
  const body = [
    [-broad * 0.85, 0.76 * size],
    [-broad, top - 0.07],
    [-broad * 0.62, top + 0.02],
    [broad * 0.62, top + 0.02],
    [broad, top - 0.07],
    [broad * 0.85, 0.76 * size],
  ].flatMap(([side, up]) => [x + side! * px, row(up!)])
  fillShape(canvas, body, tone(cloth), 1, behind)
  if (px >= JOINTS_FROM_PX) arm(farSide === 1 ? -1 : 1)
  const facing = across * 0.03 * px
  fillShape(
    canvas,
    oval(x + facing, row(tall - 0.12), 0.1 * px, 0.13 * px),
    nearer < -0.35 ? tone(HAIR, 1, WARMTH.hair) : tone(SKIN, 1, WARMTH.skin),
    1,
    behind,
  )
  const back = x - across * 0.035 * px
  const crown = [-0.115, tall - 0.1, -0.08, tall, 0.08, tall, 0.115, tall - 0.1]
  const hair = crown.map((value, i) => (i % 2 ? row(value) : back + value * px))
  fillShape(canvas, hair, tone(HAIR, 1, WARMTH.hair), 1, behind)
  if (holds) umbrella(canvas, x, px, tall, row, tone(UMBRELLAS[(h >>> 12) % UMBRELLAS.length]!), behind)
}

function umbrella(
  canvas: Canvas,
  x: number,
  px: number,
  tall: number,
  row: (up: number) => number,
  colour: Rgb,
  z: number,
): void {
  const edge = [-0.62, 0.12, -0.36, 0.36, 0, 0.44, 0.36, 0.36, 0.62, 0.12, 0, 0.19]
  const points = edge.map((value, i) => (i % 2 ? row(tall + value) : x + value * px))
  fillShape(canvas, points, colour, 1, z)
}

/** A straight piece of a limb, `thick` pixels wide. */
function bar(
  canvas: Canvas,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  thick: number,
  colour: Rgb,
  z: number,
): void {
  const length = Math.hypot(bx - ax, by - ay) || 1
  const half = Math.max(0.35, thick / 2)
  const nx = (-(by - ay) / length) * half
  const ny = ((bx - ax) / length) * half
  fillShape(
    canvas,
    [ax + nx, ay + ny, bx + nx * 0.85, by + ny * 0.85, bx - nx * 0.85, by - ny * 0.85, ax - nx, ay - ny],
    colour,
    1,
    z,
  )
}

function oval(x: number, y: number, rx: number, ry: number): number[] {
  const points: number[] = []
  for (let i = 0; i < 8; i++)
    points.push(x + Math.cos((i * Math.PI) / 4) * rx, y + Math.sin((i * Math.PI) / 4) * ry)
  return points
}
