/**
 * A hall indoors as its cameras see it: one on a wall, or a fish-eye in the middle of the ceiling (equidistant, 180° across
 * a circle above the strip). The hall is lit by its own lamps. Metres: x to the east, y to the north, z up, from the middle of a wall's foot.
 */
import { FISHEYE_CIRCLE } from '@backlot/contract/devices/constants'
import { toCivil } from '@backlot/contract/time'
import { hash32 } from '../hash.ts'
import { type Rgb, scaled } from './colour.ts'
import { drawPerson } from './draw-person.ts'
import { reportedIn, type Visitor } from './hall-incidents.ts'
import type { Light } from './light.ts'
import type { Person } from './people-near.ts'
import {
  type HallInside,
  type SceneCamera,
  type SceneInput,
  type YuvPicture,
  yuvPictureOn,
} from './scene-input.ts'
import type { Sighting } from './sightings.ts'
import { columnAt, depthOf, NEAR_M, rightOf, rowAt, type View, viewOf } from './view.ts'
import { type Canvas, fillShape } from './yuv-canvas.ts'

type Eye = { lens: HallInside['lens']; x: number; y: number; z: number; view: View }
type Input = Pick<SceneInput, 'timeMs' | 'zoneMinutes' | 'incidents'> & {
  camera: Pick<SceneCamera, 'number'>
}

const SIZE = { halfWidthM: 12, deepM: 16, highM: 4.2 }
const COLUMNS = [
  [-5, 5],
  [5, 5],
  [-5, 11],
  [5, 11],
] as const
const MOST_PEOPLE = 10
/** Lamps of the hall: the same at any hour. */
const LAMPLIGHT: Pick<Light, 'ambient' | 'sun' | 'night' | 'wet' | 'haze' | 'hazeM'> = {
  ambient: [0.92, 0.92, 0.88],
  sun: [0, 0, 0],
  night: 0,
  wet: 0,
  haze: [120, 120, 120],
  hazeM: 9000,
}

const eyeOf = (lens: HallInside['lens'], width: number, height: number): Eye => {
  const [x, y, z] = lens === 'wall' ? [-2, 0.5, 3.3] : [0, 8, SIZE.highM]
  const pose = { panDeg: 12, tiltDeg: -15, zoom: 1 }
  return { lens, x, y, z, view: viewOf({ number: 0, name: '', x, y, mountHeightM: z }, pose, width, height) }
}

/** The pixel of a point; undefined where it lies behind the camera. */
function pixelOf(
  { lens, x, y, z, view }: Eye,
  px: number,
  py: number,
  pz: number,
): [number, number] | undefined {
  if (lens === 'wall') {
    const deep = depthOf(view, px, py)
    if (deep < NEAR_M) return undefined
    return [columnAt(view, rightOf(view, px, py), deep), rowAt(view, pz, deep)]
  }
  const [dx, dy] = [px - x, py - y]
  const aside = Math.hypot(dx, dy)
  const radius = (radiusOf(view) * Math.atan2(aside, z - pz)) / (Math.PI / 2)
  const part = aside < 1e-6 ? 0 : radius / aside
  return [view.width / 2 + dx * part, view.height * FISHEYE_CIRCLE.middle - dy * part]
}

/** Radius of the circle of a fish-eye, pixels. */
const radiusOf = ({ height }: View): number => height * FISHEYE_CIRCLE.radius

type Point = readonly [number, number, number]

function fill(canvas: Canvas, eye: Eye, corners: readonly Point[], colour: Rgb): void {
  const points: number[] = []
  for (const [x, y, z] of corners) {
    const pixel = pixelOf(eye, x, y, z)
    if (!pixel) return
    points.push(...pixel)
  }
  fillShape(canvas, points, colour, 1, 0)
}

/** The hall without people, by size and lens: drawn once. */
export type HallPen = Map<string, YuvPicture>

/** Draws the hall and who is in it into every pixel of the picture. */
export function drawHall(picture: YuvPicture, pen: HallPen, { lens }: HallInside, input: Input): void {
  const { width, height } = picture
  const eye = eyeOf(lens, width, height)
  const key = `${width}/${height}/${lens}`
  const empty = pen.get(key) ?? emptyHall(eye, width, height)
  pen.set(key, empty)
  picture.y.set(empty.y)
  picture.u.set(empty.u)
  picture.v.set(empty.v)
  const canvas = { ...picture, depth: farAway(width * height) }
  const away = ({ x, y }: { x: number; y: number }) => Math.hypot(x - eye.x, y - eye.y)
  const things = [
    ...peopleIn(input).map((person) => ({ ...person, draw: () => drawVisitor(canvas, eye, person) })),
    ...COLUMNS.map(([x, y]) => ({ x, y, draw: () => drawColumn(canvas, eye, x, y) })),
  ]
  for (const thing of things.sort((a, b) => away(b) - away(a))) thing.draw()
}

/** Who a picture analysis finds in the hall, each where it is drawn. */
export function sightingsInHall({ lens }: HallInside, input: Input): Sighting[] {
  const [width, height] = [640, 360]
  const eye = eyeOf(lens, width, height)
  return peopleIn(input).flatMap((person): Sighting[] => {
    if (COLUMNS.some((column) => hides(column, eye, person))) return []
    const corners = [-0.3, 0.3].flatMap((dx) =>
      [-0.3, 0.3].flatMap((dy) => [0, 1.74].map((z) => pixelOf(eye, person.x + dx, person.y + dy, z))),
    )
    if (corners.includes(undefined)) return []
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner![axis]!))
    const left = Math.max(0, Math.min(...xs!)) / width
    const top = Math.max(0, Math.min(...ys!)) / height
    const right = Math.min(width, Math.max(...xs!)) / width
    const bottom = Math.min(height, Math.max(...ys!)) / height
    // Through a fish-eye people lie on their sides, too.
    const long = Math.max(bottom - top, lens === 'wall' ? 0 : ((right - left) * width) / height)
    if (right - left < 0.01 || long < 0.035) return []
    return [
      {
        label: person.label,
        id: person.id,
        left,
        top,
        width: right - left,
        height: bottom - top,
        score: 0.9,
      },
    ]
  })
}

/** Whether a column stands between the eye and a person. */
function hides([cx, cy]: readonly [number, number], eye: Eye, { x, y }: Person): boolean {
  const [dx, dy] = [x - eye.x, y - eye.y]
  const part = ((cx - eye.x) * dx + (cy - eye.y) * dy) / (dx * dx + dy * dy)
  return part > 0 && part < 1 && Math.hypot(eye.x + dx * part - cx, eye.y + dy * part - cy) < 0.7
}

/** Whom the camera reports, and visitors, who walk along lanes between the columns; few at night. */
function peopleIn(input: Input): Visitor[] {
  const { timeMs, zoneMinutes, camera } = input
  const { hour } = toCivil(timeMs, zoneMinutes)
  const open = hour >= 7 && hour < 21
  const people = reportedIn(input)
  for (let nth = 0; nth < MOST_PEOPLE; nth++) {
    const h = hash32(camera.number, nth, 611, 0)
    if (!open && nth > 0) break
    const speed = 0.8 + ((h >>> 4) & 31) / 60
    const lengthM = 2 * (SIZE.halfWidthM - 1.5)
    const walked = (timeMs / 1000) * speed + ((h >>> 9) & 1023)
    const lap = walked % (2 * lengthM)
    const way = lap < lengthM ? 1 : -1
    const x = (way > 0 ? lap : 2 * lengthM - lap) - lengthM / 2
    // Lanes keep off the columns.
    const y = [2.2, 3.2, 7, 8, 9, 13, 14][(h >>> 20) % 7]! + ((h >>> 25) & 7) / 14
    people.push({
      label: 'person',
      x,
      y,
      id: h,
      step: walked * 4.6,
      ahead: [way, 0],
      pace: Math.min(1, speed / 1.4),
    })
  }
  return people
}

const FAR = new Map<number, Float32Array>()
/** Nothing hides what is drawn here: things come from the farthest to the nearest. */
function farAway(pixels: number): Float32Array {
  const depth = FAR.get(pixels) ?? new Float32Array(pixels).fill(Number.POSITIVE_INFINITY)
  FAR.set(pixels, depth)
  return depth
}

function drawVisitor(canvas: Canvas, eye: Eye, person: Visitor): void {
  if (eye.lens === 'wall') {
    drawPerson(canvas, eye.view, LAMPLIGHT as Light, person, person.coat)
    return
  }
  const h = person.id >>> 0
  const coat: Rgb = person.coat ?? [60 + (h & 127), 60 + ((h >>> 7) & 127), 60 + ((h >>> 14) & 127)]
  const at = (ahead: number, right: number, up: number): Point => [
    person.x + person.ahead[0] * ahead,
    person.y - person.ahead[0] * right,
    up,
  ]
  const scale =
    radiusOf(eye.view) / (Math.PI / 2) / Math.hypot(person.x - eye.x, person.y - eye.y, eye.z - 1.2)
  const swing = Math.sin(person.step) * 0.32 * person.pace
  for (const side of [-1, 1]) {
    limb(canvas, eye, at(side * swing, side * 0.1, 0.04), at(0, side * 0.09, 0.9), 0.17 * scale, [44, 46, 56])
    limb(
      canvas,
      eye,
      at(-side * swing * 0.8, side * 0.25, 0.9),
      at(0, side * 0.21, 1.4),
      0.12 * scale,
      scaled(coat, 0.8),
    )
  }
  limb(canvas, eye, at(0, 0, 0.85), at(0, 0, 1.42), 0.42 * scale, coat)
  disc(canvas, eye, at(0.03, 0, 1.6), 0.14 * scale, [196, 156, 128])
  disc(canvas, eye, at(0, 0, 1.68), 0.13 * scale, [40, 34, 32])
}

function limb(canvas: Canvas, eye: Eye, from: Point, to: Point, thick: number, colour: Rgb): void {
  const [a, b] = [pixelOf(eye, ...from), pixelOf(eye, ...to)]
  if (!a || !b) return
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const [ux, uy] = length < 1e-6 ? [1, 0] : [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const half = thick / 2
  const reach = half * 0.6
  const [ax, ay, bx, by] = [a[0] - ux * reach, a[1] - uy * reach, b[0] + ux * reach, b[1] + uy * reach]
  const [nx, ny] = [-uy * half, ux * half]
  fillShape(canvas, [ax + nx, ay + ny, bx + nx, by + ny, bx - nx, by - ny, ax - nx, ay - ny], colour, 1, 0)
}

function disc(canvas: Canvas, eye: Eye, at: Point, radius: number, colour: Rgb): void {
  const middle = pixelOf(eye, ...at)
  if (!middle) return
  const points: number[] = []
  for (let i = 0; i < 10; i++) {
    points.push(
      middle[0] + Math.cos((i * Math.PI) / 5) * radius,
      middle[1] + Math.sin((i * Math.PI) / 5) * radius,
    )
  }
  fillShape(canvas, points, colour, 1, 0)
}

function drawColumn(canvas: Canvas, eye: Eye, x: number, y: number): void {
  const r = 0.4
  const corners: (readonly [number, number])[] = [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
  ]
  for (const [i, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(i + 1) % 4]!
    // Faces that turn away are not seen.
    if ((bx - ax) * (eye.y - ay) - (by - ay) * (eye.x - ax) >= 0) continue
    const shade: Rgb = i % 2 ? [168, 166, 160] : [196, 194, 188]
    fill(
      canvas,
      eye,
      [
        [ax, ay, 0],
        [bx, by, 0],
        [bx, by, SIZE.highM - 0.05],
        [ax, ay, SIZE.highM - 0.05],
      ],
      shade,
    )
  }
}

function emptyHall(eye: Eye, width: number, height: number): YuvPicture {
  const picture = yuvPictureOn(new ArrayBuffer((width * height * 3) >> 1), width, height)
  // Pieces leave gaps of less than a pixel.
  picture.y.fill(170)
  picture.u.fill(128)
  picture.v.fill(128)
  const canvas = { ...picture, depth: farAway(width * height) }
  const { halfWidthM, deepM, highM } = SIZE
  // Pieces small enough that a straight edge bends with the lens.
  for (let y = 0; y < deepM; y++) {
    for (let x = -halfWidthM; x < halfWidthM; x++) {
      const tile: Rgb = (x + y) & 1 ? [182, 176, 164] : [160, 155, 146]
      fill(
        canvas,
        eye,
        [
          [x, y, 0],
          [x + 1, y, 0],
          [x + 1, y + 1, 0],
          [x, y + 1, 0],
        ],
        tile,
      )
    }
  }
  const wall = (ax: number, ay: number, bx: number, by: number, tone: number): void => {
    const lengthM = Math.round(Math.hypot(bx - ax, by - ay))
    for (let i = 0; i < lengthM; i++) {
      const at = (part: number, z: number): Point => {
        return [ax + ((bx - ax) * part) / lengthM, ay + ((by - ay) * part) / lengthM, z]
      }
      for (let z = 0; z < highM; z += highM / 6) {
        const isDoor = i % 8 === 3 && z < 2.2
        const isWindow = i % 4 === 1 && z > 0.9 && z < 2.7
        const colour: Rgb = isDoor
          ? [96, 74, 56]
          : isWindow
            ? [124, 152, 176]
            : z < 0.3
              ? [108, 104, 98]
              : [226, 222, 212]
        fill(
          canvas,
          eye,
          [at(i, z), at(i + 1, z), at(i + 1, z + highM / 6), at(i, z + highM / 6)],
          scaled(colour, tone),
        )
      }
    }
  }
  wall(-halfWidthM, 0, halfWidthM, 0, 0.86)
  wall(-halfWidthM, deepM, halfWidthM, deepM, 0.96)
  wall(-halfWidthM, 0, -halfWidthM, deepM, 0.9)
  wall(halfWidthM, 0, halfWidthM, deepM, 0.92)
  if (eye.lens === 'wall') {
    for (let y = 0; y < deepM; y++) {
      for (let x = -halfWidthM; x < halfWidthM; x++) {
        const lamp = x % 4 === 0 && y % 3 === 1
        const panel: Rgb = lamp ? [255, 252, 240] : [206, 206, 202]
        fill(
          canvas,
          eye,
          [
            [x, y, highM],
            [x + 1, y, highM],
            [x + 1, y + 1, highM],
            [x, y + 1, highM],
          ],
          panel,
        )
      }
    }
  } else roundOff(picture, radiusOf(eye.view))
  return picture
}

/** Black outside of the circle of the lens. */
function roundOff({ width, height, y, u, v }: YuvPicture, radius: number): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (Math.hypot(column + 0.5 - width / 2, row + 0.5 - height * FISHEYE_CIRCLE.middle) <= radius) continue
      y[row * width + column] = 16
      const c = (row >> 1) * (width >> 1) + (column >> 1)
      u[c] = 128
      v[c] = 128
    }
  }
}
