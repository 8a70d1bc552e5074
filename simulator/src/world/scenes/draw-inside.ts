/**
 * View of a camera inside a vehicle of the vehicle itself, drawn over the world outside: the cabin with its driver from
 * behind, or a load space. Positions are fractions of the picture's width and height.
 */
import { KINDS } from '../../devices/kinds.ts'
import { mix, type Rgb, scaled, times } from './colour.ts'
import type { Light } from './light.ts'
import { type SceneInside, type VehicleInside, type YuvPicture, yuvPictureOn } from './scene-input.ts'
import { type Canvas, fillShape, softDisc } from './yuv-canvas.ts'

type DeviceInside = Extract<SceneInside, { room: 'device' }>

/** Nearer than everything outside. */
const Z = 0

const TRIM: Rgb = [62, 63, 68]
const DARK: Rgb = [34, 35, 39]
const LINING: Rgb = [150, 148, 142]
const SEAT: Rgb = [48, 50, 58]
const SKIN: Rgb = [196, 152, 122]
const HAIR: Rgb = [30, 26, 25]

/** Colour of a driver's clothes, by the kind of vehicle. */
const CLOTHES: Readonly<Record<VehicleInside['kind'], Rgb>> = {
  car: [96, 104, 116],
  taxi: [214, 186, 86],
  bus: [118, 154, 196],
  truck: [104, 92, 78],
  patrol: [34, 46, 78],
  sanitation: [226, 112, 38],
}

/** Interiors that were drawn once, by their inputs. */
export type InsidePen = Map<string, Overlay>

/**
 * A picture to be laid over others: planes already weighted by their coverage, and the share of the picture below that
 * they leave.
 */
type Overlay = { planes: readonly Plane[] }
type Plane = { own: Uint8Array; left: Uint8Array; runs: Int32Array }

const KEPT_OVERLAYS = 8
/** Light is taken in steps, so that an inside is drawn again only now and then. */
const LIGHT_STEPS = 40

/** Lays the inside of a vehicle over a picture of the world outside. */
export function drawInside(picture: YuvPicture, pen: InsidePen, light: Light, inside: SceneInside): void {
  const step = (value: number): number => Math.round(value * LIGHT_STEPS) / LIGHT_STEPS
  const [r, g, b] = light.ambient
  const lit = { night: step(light.night), ambient: [step(r), step(g), step(b)] as const }
  const key = JSON.stringify([picture.width, picture.height, inside, lit])
  const overlay = pen.get(key) ?? overlayOf(picture, (canvas) => drawRoom(canvas, lit, inside))
  pen.delete(key)
  pen.set(key, overlay)
  for (const oldest of pen.keys()) {
    if (pen.size <= KEPT_OVERLAYS) break
    pen.delete(oldest)
  }
  for (const [i, plane] of [picture.y, picture.u, picture.v].entries()) lay(plane, overlay.planes[i]!)
}

type Lit = Pick<Light, 'night' | 'ambient'>

function drawRoom(canvas: Canvas, light: Lit, inside: SceneInside): void {
  if (inside.room === 'device') drawDeviceRoom(canvas, inside)
  else if (inside.room === 'cargo') drawCargo(canvas)
  else drawCabin(canvas, light, inside)
}

/** Overlay from two drawings: over black gives its own part; over white, that plus what shines through. */
function overlayOf({ width, height }: YuvPicture, draw: (canvas: Canvas) => void): Overlay {
  const over = (value: number) => {
    const luma = width * height
    const buffer = new Uint8Array(luma + (luma >> 1)).fill(value)
    const canvas = { ...yuvPictureOn(buffer.buffer, width, height), depth: new Float32Array(luma) }
    draw(canvas)
    return [canvas.y, canvas.u, canvas.v]
  }
  const [nothing, everything] = [over(0), over(255)]
  return {
    planes: nothing.map((own, i) => {
      const left = everything[i]!.map((value, at) => Math.max(0, value - own[at]!))
      return { own, left, runs: runsOf(left) }
    }),
  }
}

const COVERED = 0
const PARTLY = 1

/** Stretches of a plane that are covered or partly so: start, end, which. */
function runsOf(left: Uint8Array): Int32Array {
  const kindOf = (value: number): number | undefined =>
    value <= 1 ? COVERED : value >= 254 ? undefined : PARTLY
  const runs: number[] = []
  for (let from = 0; from < left.length; ) {
    const kind = kindOf(left[from]!)
    let to = from + 1
    while (to < left.length && kindOf(left[to]!) === kind) to++
    if (kind !== undefined) runs.push(from, to, kind)
    from = to
  }
  return Int32Array.from(runs)
}

function lay(plane: Uint8Array, { own, left, runs }: Plane): void {
  for (let i = 0; i < runs.length; i += 3) {
    const [from, to] = [runs[i]!, runs[i + 1]!]
    if (runs[i + 2] === COVERED) plane.set(own.subarray(from, to), from)
    else for (let at = from; at < to; at++) plane[at] = own[at]! + (plane[at]! * left[at]!) / 255
  }
}

type Pen = (points: readonly number[], colour: Rgb, alpha?: number) => void

function penOn(canvas: Canvas, tone: (colour: Rgb) => Rgb): Pen {
  const { width, height } = canvas
  return (points, colour, alpha = 1) =>
    fillShape(
      canvas,
      points.map((part, i) => part * (i % 2 ? height : width)),
      tone(colour),
      alpha,
      Z,
    )
}

function drawCabin(canvas: Canvas, light: Lit, { kind, hasDriver }: VehicleInside): void {
  const { width, height } = canvas
  withoutColour(canvas, 0.7)
  // Daylight comes in through the glass; at night the instruments light the cabin.
  const dim = 0.78 - 0.3 * light.night
  const pen = penOn(canvas, (colour) =>
    mix(times(colour, scaled(light.ambient, dim)), [10, 14, 22], 0.25 * light.night),
  )
  const glow = penOn(canvas, (colour) => scaled(colour, 0.55 + 0.45 * light.night))

  // Roof lining, pillars and doors around the glass.
  pen([0, 0, 1, 0, 1, 0.15, 0.87, 0.1, 0.5, 0.085, 0.13, 0.1, 0, 0.15], LINING)
  pen([0.12, 0.095, 0.16, 0.095, 0.075, 0.66, 0.02, 0.66], TRIM)
  pen([0.84, 0.095, 0.88, 0.095, 0.98, 0.66, 0.925, 0.66], TRIM)
  pen([0.4, 0.08, 0.6, 0.08, 0.588, 0.11, 0.412, 0.11], DARK)
  pen([0.432, 0.11, 0.568, 0.11, 0.56, 0.178, 0.44, 0.178], DARK)
  pen([0.44, 0.118, 0.56, 0.118, 0.553, 0.168, 0.447, 0.168], [116, 128, 140])

  // Dashboard with cowl, screen and vents.
  pen([0, 0.67, 0.08, 0.635, 0.25, 0.605, 0.5, 0.6, 0.75, 0.605, 0.92, 0.635, 1, 0.67, 1, 1, 0, 1], TRIM)
  pen([0, 0.71, 0.25, 0.655, 0.75, 0.655, 1, 0.71, 1, 1, 0, 1], DARK)
  pen([0.19, 0.66, 0.205, 0.59, 0.375, 0.59, 0.39, 0.66], DARK)
  glow([0.215, 0.655, 0.222, 0.607, 0.358, 0.607, 0.365, 0.655], [44, 84, 104])
  glow([0.235, 0.648, 0.238, 0.62, 0.265, 0.62, 0.268, 0.648], [126, 220, 190])
  glow([0.315, 0.648, 0.318, 0.62, 0.345, 0.62, 0.348, 0.648], [232, 176, 96])
  glow([0.44, 0.8, 0.44, 0.675, 0.575, 0.675, 0.575, 0.8], [40, 70, 112])
  glow([0.45, 0.79, 0.45, 0.69, 0.52, 0.69, 0.52, 0.79], [86, 142, 120])
  for (const left of [0.6, 0.68])
    pen([left, 0.72, left, 0.69, left + 0.06, 0.69, left + 0.06, 0.72], [82, 84, 90])

  pen(ring(0.29, 0.8, 0.115, 0.098, width / height), [24, 24, 27])
  pen([0.192, 0.785, 0.388, 0.785, 0.388, 0.815, 0.192, 0.815], [24, 24, 27])
  pen(ellipse(0.29, 0.8, 0.028, width / height), [40, 41, 45])

  // The empty seat beside, and the driver from behind in his.
  pen([0.7, 1, 0.71, 0.74, 0.74, 0.69, 0.9, 0.69, 0.94, 0.74, 0.97, 1], SEAT)
  pen([0.765, 0.7, 0.765, 0.6, 0.785, 0.57, 0.865, 0.57, 0.885, 0.6, 0.885, 0.7], SEAT)
  if (hasDriver) drawDriver(pen, kind, width / height)
  pen([0.03, 1, 0.05, 0.79, 0.09, 0.73, 0.29, 0.73, 0.33, 0.79, 0.35, 1], SEAT)
  pen([0.122, 0.75, 0.122, 0.645, 0.142, 0.615, 0.238, 0.615, 0.258, 0.645, 0.258, 0.75], SEAT)
  pen([0.135, 0.74, 0.135, 0.655, 0.15, 0.635, 0.23, 0.635, 0.245, 0.655, 0.245, 0.74], [58, 60, 69])
  if (light.night > 0.3)
    softDisc(canvas, 0.29 * width, 0.63 * height, 0.16 * height, [120, 190, 200], 0.16 * light.night, Z)
}

function drawDriver(pen: Pen, kind: VehicleInside['kind'], aspect: number): void {
  const clothes = CLOTHES[kind]
  const head = 0.19
  pen([0.27, 0.76, 0.3, 0.8, 0.37, 0.755, 0.36, 0.72], clothes)
  pen(ellipse(0.37, 0.74, 0.019, aspect), SKIN)
  pen([0.05, 0.9, 0.07, 0.68, 0.13, 0.615, 0.25, 0.615, 0.31, 0.68, 0.33, 0.9], clothes)
  pen([head - 0.022, 0.63, head - 0.022, 0.55, head + 0.022, 0.55, head + 0.022, 0.63], SKIN)
  pen(ellipse(head, 0.5, 0.046, aspect, 1.2), SKIN)
  pen(ellipse(head, 0.482, 0.049, aspect, 1.12), HAIR)
  if (kind === 'patrol')
    pen([head - 0.056, 0.47, head - 0.046, 0.4, head + 0.046, 0.4, head + 0.056, 0.47], clothes)
  if (kind === 'sanitation') pen([0.09, 0.7, 0.29, 0.7, 0.295, 0.725, 0.085, 0.725], [232, 232, 190])
}

/** Removes the outside's colour from fully covered rows: shapes mix theirs with the existing one. */
function withoutColour({ width, height, u, v }: Canvas, fromPart: number): void {
  const from = (width >> 1) * Math.round((height >> 1) * fromPart)
  u.fill(128, from)
  v.fill(128, from)
}

/** Lit by its own lamps: the same at any hour. */
function drawDeviceRoom(canvas: Canvas, { kind, state }: DeviceInside): void {
  withoutColour(canvas, 0)
  KINDS[kind].room?.draw(
    penOn(canvas, (colour) => colour),
    state,
  )
}

/** A closed load space under its lamp: it has no window, so no hour of the day. */
function drawCargo(canvas: Canvas): void {
  const { width, height } = canvas
  withoutColour(canvas, 0)
  const pen = penOn(canvas, (colour) => colour)
  pen([0, 0, 1, 0, 1, 1, 0, 1], [86, 88, 90])
  pen([0, 0, 1, 0, 0.72, 0.2, 0.28, 0.2], [118, 120, 120])
  pen([0.28, 0.2, 0.72, 0.2, 0.72, 0.66, 0.28, 0.66], [104, 106, 108])
  pen([0, 1, 0.28, 0.66, 0.72, 0.66, 1, 1], [70, 62, 52])
  for (const at of [0.39, 0.5, 0.61])
    pen([at - 0.002, 0.2, at + 0.002, 0.2, at + 0.002, 0.66, at - 0.002, 0.66], [82, 84, 86])
  const box = (left: number, top: number, right: number, bottom: number, card: Rgb): void => {
    const deep = (right - left) * 0.22
    pen(
      [left, top, left + deep, top - deep * 0.7, right + deep, top - deep * 0.7, right, top],
      scaled(card, 1.15),
    )
    pen(
      [right, top, right + deep, top - deep * 0.7, right + deep, bottom - deep * 0.7, right, bottom],
      scaled(card, 0.7),
    )
    pen([left, top, right, top, right, bottom, left, bottom], card)
    pen(
      [
        left,
        (top + bottom) / 2 - 0.012,
        right,
        (top + bottom) / 2 - 0.012,
        right,
        (top + bottom) / 2 + 0.012,
        left,
        (top + bottom) / 2 + 0.012,
      ],
      scaled(card, 1.3),
    )
  }
  box(0.3, 0.44, 0.42, 0.7, [150, 112, 70])
  box(0.32, 0.32, 0.4, 0.44, [168, 128, 84])
  box(0.46, 0.5, 0.58, 0.72, [142, 108, 72])
  box(0.12, 0.58, 0.3, 0.92, [162, 122, 78])
  box(0.62, 0.54, 0.78, 0.84, [134, 100, 64])
  softDisc(canvas, width / 2, 0.12 * height, 0.5 * height, [255, 246, 220], 0.35, Z)
}

function ellipse(x: number, y: number, radius: number, aspect: number, tall = 1): number[] {
  const points: number[] = []
  for (let i = 0; i < 20; i++) {
    const angle = (i * Math.PI) / 10
    points.push(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius * aspect * tall)
  }
  return points
}

/** A ring: the outer edge, a step in, and the inner one; areas crossed twice are left out. */
function ring(x: number, y: number, outer: number, inner: number, aspect: number): number[] {
  const around = ellipse(x, y, outer, aspect)
  const hole = ellipse(x, y, inner, aspect)
  return [...around, around[0]!, around[1]!, hole[0]!, hole[1]!, ...hole.slice(2), hole[0]!, hole[1]!]
}
