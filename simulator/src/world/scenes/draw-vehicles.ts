/** Vehicles where they truly are: extruded profiles with windows, wheels, lamps and a shadow. */
import type { PassingVehicle } from '../types.ts'
import { mix, plus, type Rgb, rgbOf, scaled, times } from './colour.ts'
import { drawPlate, type PlatePen } from './draw-plate.ts'
import { drawTrim, drawTyres } from './draw-vehicle-ends.ts'
import { headlightCone } from './headlight-cone.ts'
import type { Light } from './light.ts'
import { engineOf, WARMTH } from './thermal.ts'
import { at, type Frame, quad } from './vehicle-frame.ts'
import { VEHICLE_SHAPES, type VehicleShape } from './vehicle-shapes.ts'
import type { View } from './view.ts'
import { type Canvas, fillShape, softDisc } from './yuv-canvas.ts'

/** Ends of vehicles whose metre has fewer pixels are plain. */
const TRIMMED_FROM_PX = 7
const GLASS: Rgb = [38, 48, 58]
const TYRE: Rgb = [26, 26, 28]
/** Vehicles lower than this are not drawn, pixels. */
const LEAST_PX = 0.8
/** Backdrop this much nearer than a vehicle's nearest corner still lies behind it (the road beneath), metres. */
const BIAS_M = 0.7

/** Reach of a vehicle towards the eye from its middle, including the ground beneath it, metres. */
export function reachToEye(view: View, { kind, directionDeg }: PassingVehicle): number {
  const { lengthM, widthM } = VEHICLE_SHAPES[kind]
  const heading = (directionDeg * Math.PI) / 180
  const along = Math.abs(Math.sin(heading) * view.sin + Math.cos(heading) * view.cos)
  return (along * lengthM) / 2 + (Math.sqrt(Math.max(0, 1 - along * along)) * widthM) / 2 + BIAS_M
}

export function drawVehicle(
  canvas: Canvas,
  view: View,
  light: Light,
  vehicle: PassingVehicle,
  z: number,
  plates: PlatePen,
): void {
  const heading = (vehicle.directionDeg * Math.PI) / 180
  const frame: Frame = {
    view,
    x: vehicle.x,
    y: vehicle.y,
    sin: Math.sin(heading),
    cos: Math.cos(heading),
    z,
    nearZ: z - reachToEye(view, vehicle),
  }
  const shape = VEHICLE_SHAPES[vehicle.kind]
  const middle = at(frame, 0, 0, 0.5)
  const reach = (view.focal * shape.lengthM) / z
  if (middle[0] < -reach || middle[0] > view.width + reach) return
  const fog = 1 - Math.exp(-z / light.hazeM)
  const paint = rgbOf(vehicle.colour)
  const seenAs = (colour: Rgb, nx: number, ny: number, up: number): Rgb => {
    if (light.isThermal) {
      const warmth = colour === GLASS ? WARMTH.glass : colour === TYRE ? WARMTH.tyre : WARMTH.body
      return mix(scaled(warmth, 0.9 + 0.2 * up), light.haze, fog)
    }
    const facing = Math.max(0, (nx * light.sunX + ny * light.sunY) * 0.8 + up * 0.55)
    const lit = plus(scaled(light.ambient, 0.82 + 0.3 * up), scaled(light.sun, facing))
    const street = light.night * (0.2 + 0.12 * up)
    return mix(times(colour, plus(lit, [street * 1.05, street * 0.9, street * 0.65])), light.haze, fog)
  }
  shadow(canvas, frame, shape, light)
  if (light.night > 0.3) headlightCone(canvas, view, light, vehicle, shape)
  const rearwards = dot(frame, view.x - vehicle.x, view.y - vehicle.y)
  const sideways = (view.x - vehicle.x) * frame.cos - (view.y - vehicle.y) * frame.sin
  const side = sideways >= 0 ? 1 : -1
  if (light.wet > 0.1) {
    const shade = seenAs(scaled(paint, 0.7), 0, 0, 0.2)
    mirrored(canvas, frame, shape, light, shade, [rearwards >= 0 ? 1 : -1, side])
  }
  const end = Math.abs(rearwards) > shape.lengthM / 2 ? Math.sign(rearwards) : 0
  const isClose = view.focal / z > TRIMMED_FROM_PX
  if (end !== 0 && isClose) drawTyres(canvas, frame, shape, end, seenAs(TYRE, 0, 0, 0))
  const faces = endFaces(shape, rearwards, view.eyeM)
  for (const k of faces) endFace(canvas, frame, shape, k, light, paint, seenAs)
  if (Math.abs(sideways) > shape.widthM / 2) sideFace(canvas, frame, shape, side, paint, seenAs)
  if (light.isThermal) {
    engine(canvas, frame, shape, vehicle)
    return
  }
  if (shape.roof) roofLamp(canvas, frame, shape.roof, light)
  if (end !== 0 && isClose) {
    const tone = (colour: Rgb) => seenAs(colour, end * frame.sin, end * frame.cos, 0.2)
    drawTrim(canvas, frame, shape, end, tone)
  }
  if (vehicle.plate !== undefined) plate(canvas, frame, shape, vehicle.plate, rearwards, seenAs, plates)
  lamps(canvas, frame, shape, light, rearwards, fog)
}

/** Profile edges that face the eye, the farther ones first. */
function endFaces(shape: VehicleShape, eyeAlong: number, eyeM: number): number[] {
  const p = shape.profile
  const faces: { k: number; distance: number }[] = []
  for (let k = 0; k * 2 + 3 < p.length; k++) {
    const [l0, h0, l1, h1] = [p[k * 2]!, p[k * 2 + 1]!, p[k * 2 + 2]!, p[k * 2 + 3]!]
    if ((eyeAlong - l0) * -(h1 - h0) + (eyeM - h0) * (l1 - l0) <= 0) continue
    faces.push({ k, distance: Math.abs(eyeAlong - (l0 + l1) / 2) })
  }
  return faces.sort((a, b) => b.distance - a.distance).map(({ k }) => k)
}

type SeenAs = (colour: Rgb, nx: number, ny: number, up: number) => Rgb

function endFace(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  k: number,
  light: Light,
  paint: Rgb,
  seenAs: SeenAs,
): void {
  const p = shape.profile
  const [l0, h0, l1, h1] = [p[k * 2]!, p[k * 2 + 1]!, p[k * 2 + 2]!, p[k * 2 + 3]!]
  const length = Math.hypot(l1 - l0, h1 - h0)
  const along = -(h1 - h0) / length
  const up = (l1 - l0) / length
  const half = shape.widthM / 2
  const inset0 = half - Math.max(0, h0 - 1) * 0.22
  const inset1 = half - Math.max(0, h1 - 1) * 0.22
  const tone = seenAs(paint, along * frame.sin, along * frame.cos, Math.max(0, up))
  fillShape(canvas, quad(frame, l0, h0, inset0, l1, h1, inset1), tone, 1, frame.nearZ)
  if (!shape.glassEdges.includes(k)) return
  const glass = mix(
    seenAs(GLASS, along * frame.sin, along * frame.cos, 0.5),
    light.zenith,
    0.22 * Math.max(0, up) + 0.08,
  )
  const [a, b] = [0.1, 0.92]
  const pane = quad(
    frame,
    l0 + (l1 - l0) * a,
    h0 + (h1 - h0) * a,
    inset0 - 0.1,
    l0 + (l1 - l0) * b,
    h0 + (h1 - h0) * b,
    inset1 - 0.1,
  )
  fillShape(canvas, pane, glass, 1, frame.nearZ)
}

function sideFace(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  side: number,
  paint: Rgb,
  seenAs: SeenAs,
): void {
  const half = (shape.widthM / 2) * side
  const nx = frame.cos * side
  const ny = -frame.sin * side
  const z = frame.nearZ
  const outline = (flat: readonly number[]): number[] => {
    const points: number[] = []
    for (let i = 0; i < flat.length; i += 2) {
      points.push(...at(frame, flat[i]!, half - Math.max(0, flat[i + 1]! - 1) * 0.22 * side, flat[i + 1]!))
    }
    return points
  }
  fillShape(canvas, outline(shape.profile), seenAs(paint, nx, ny, 0.1), 1, z)
  const pixels = frame.view.focal / frame.z
  if (shape.band && (shape.band.toM - shape.band.fromM) * pixels > LEAST_PX) {
    const { fromM, toM, colour } = shape.band
    const reach = shape.lengthM / 2 - 0.06
    const band = [-reach, fromM, reach, fromM, reach, toM, -reach, toM]
    fillShape(canvas, outline(band), seenAs(colour, nx, ny, 0.1), 1, z)
  }
  for (const window of shape.sideWindows) fillShape(canvas, outline(window), seenAs(GLASS, nx, ny, 0.3), 1, z)
  for (const axle of shape.axles) {
    const wheel: number[] = []
    for (let i = 0; i < 10; i++) {
      const angle = (i * Math.PI) / 5
      wheel.push(axle + Math.cos(angle) * shape.wheelM, shape.wheelM + Math.sin(angle) * shape.wheelM)
    }
    fillShape(canvas, outline(wheel), seenAs(TYRE, nx, ny, 0), 1, z)
    if (frame.z < 45) {
      const hub = wheel.map((value, i) =>
        i % 2 ? shape.wheelM + (value - shape.wheelM) * 0.5 : axle + (value - axle) * 0.5,
      )
      fillShape(canvas, outline(hub), seenAs([150, 152, 156], nx, ny, 0), 1, z)
    }
  }
}

function shadow(canvas: Canvas, frame: Frame, shape: VehicleShape, light: Light): void {
  const l = shape.lengthM / 2 + 0.15
  const w = shape.widthM / 2 + 0.18
  const reach = light.sunStrength > 0.05 ? Math.min(2.2, 0.8 / light.sunTan) : 0
  const sx = -light.sunX * reach
  const sy = -light.sunY * reach
  const moved = { ...frame, x: frame.x + sx * 0.5, y: frame.y + sy * 0.5 }
  const points = [
    ...at(moved, -l, -w, 0),
    ...at(moved, l, -w, 0),
    ...at(moved, l, w, 0),
    ...at(moved, -l, w, 0),
  ]
  fillShape(canvas, points, [12, 12, 16], 0.34 + 0.2 * light.sunStrength - 0.12 * light.night, frame.nearZ)
}

/** Warmth of the engine through its lid, and of the exhaust. */
function engine(canvas: Canvas, frame: Frame, shape: VehicleShape, vehicle: PassingVehicle): void {
  const { alongM, upM, strength } = engineOf(vehicle, shape)
  const pixels = frame.view.focal / frame.z
  const [x, y] = at(frame, alongM, 0, upM)
  softDisc(canvas, x, y, 0.95 * pixels, WARMTH.engine, strength, frame.nearZ)
  const [ex, ey] = at(frame, -shape.lengthM / 2, 0.5, 0.32)
  softDisc(canvas, ex, ey, 0.28 * pixels, WARMTH.engine, strength, frame.nearZ)
}

/** Head and tail lamps, with glow and a streak on wet ground at night. */
function lamps(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  light: Light,
  eyeAlong: number,
  fog: number,
): void {
  const ahead = eyeAlong > 0
  const on = Math.max(light.night, light.wet * 0.6, light.haze[0] < 120 ? 0.4 : 0)
  const along = ahead ? shape.lengthM / 2 + 0.02 : -shape.lengthM / 2 - 0.02
  const height = ahead ? shape.headlightM : shape.taillightM
  const dull: Rgb = ahead ? [196, 200, 204] : [128, 26, 28]
  const bright: Rgb = ahead ? [255, 248, 226] : [255, 46, 36]
  const colour = mix(
    mix(times(dull, plus(light.ambient, scaled(light.sun, 0.6))), bright, on),
    light.haze,
    fog * (1 - on),
  )
  const pixels = frame.view.focal / frame.z
  for (const side of [-1, 1]) {
    const w = side * (shape.widthM / 2 - 0.3)
    const [x, y] = at(frame, along, w, height)
    const rx = Math.max(0.5, 0.17 * pixels)
    const ry = Math.max(0.4, 0.085 * pixels)
    const z = frame.nearZ
    fillShape(canvas, [x - rx, y - ry, x + rx, y - ry, x + rx, y + ry, x - rx, y + ry], colour, 0.95, z)
    if (on < 0.1) continue
    const glow = Math.max(2, pixels * (ahead ? 0.95 : 0.5))
    softDisc(canvas, x, y, glow, bright, on * (ahead ? 0.8 : 0.55), z)
    if (ahead) softDisc(canvas, x, y, glow * 0.3, [255, 255, 250], on, z)
    const [gx, gy] = at(frame, along, w, 0)
    if (light.wet > 0.1) {
      // Drawn out by ripples, the brightest where a still mirror would show the lamp.
      for (const [from, to, wide] of [
        [0, 2.4, 0.7],
        [0.5, 1.7, 1.1],
      ] as const) {
        const [top, bottom] = [gy + (gy - y) * from, gy + (gy - y) * to]
        const streak = [
          gx - rx * wide,
          top,
          gx + rx * wide,
          top,
          gx + rx * 0.4,
          bottom,
          gx - rx * 0.4,
          bottom,
        ]
        fillShape(canvas, streak, bright, 0.24 * light.wet * on, groundZ(frame, streak))
      }
    }
  }
}

/** Mirror images of vehicles whose metre has fewer pixels are lost in the ripples. */
const MIRRORED_FROM_PX = 8

/** The vehicle upside down in a wet road: the end and the side that face the eye, the weaker the less it streams. */
function mirrored(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  light: Light,
  colour: Rgb,
  [end, side]: readonly [end: number, side: number],
): void {
  if (frame.view.focal / frame.z < MIRRORED_FROM_PX) return
  const half = shape.widthM / 2
  const p = shape.profile
  const along = (end * shape.lengthM) / 2
  const tall = Math.max(...p.filter((_, i) => i % 2 === 1))
  const flank: number[] = []
  for (let i = 0; i < p.length; i += 2) flank.push(...at(frame, p[i]!, side * half, -p[i + 1]!))
  const face = quad(frame, along, 0, half, along - end * 0.2 * shape.lengthM, -tall, half * 0.9)
  for (const points of [flank, face])
    fillShape(canvas, points, colour, 0.28 * light.wet, groundZ(frame, points))
}

/** What is nearer than the nearest ground below these points stands before them. */
function groundZ({ view }: Frame, points: readonly number[]): number {
  let lowest = view.horizonY + 1
  for (let i = 1; i < points.length; i += 2) lowest = Math.max(lowest, points[i]!)
  return (0.95 * view.focal * view.eyeM) / (Math.min(lowest, view.height) - view.horizonY)
}

/** A taxi's sign or a row of warning lamps: two halves, brighter by night. */
function roofLamp(
  canvas: Canvas,
  frame: Frame,
  { alongM, halfM, footM, colours }: NonNullable<VehicleShape['roof']>,
  light: Light,
): void {
  const [x, y] = at(frame, alongM, 0, footM + 0.09)
  const pixels = frame.view.focal / frame.z
  const half = Math.max(0.8, halfM * pixels)
  const high = Math.max(0.5, 0.1 * pixels)
  colours.forEach((bright, i) => {
    const colour = mix(times(bright, light.ambient), bright, 0.35 + 0.6 * light.night)
    const [from, to] = i === 0 ? [x - half, x] : [x, x + half]
    fillShape(canvas, [from, y - high, to, y - high, to, y + high, from, y + high], colour, 1, frame.nearZ)
  })
}

const PLATE_M = { half: 0.22, high: 0.14 }
/** Large vehicles have yellow plates with black letters, the others blue ones with white (GA 36-2018). */
const LARGE_M = 6
const BLUE: Rgb = [26, 62, 158]
const YELLOW: Rgb = [226, 176, 36]

/** The plate of the end that faces the eye. */
function plate(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  text: string,
  eyeAlong: number,
  seenAs: SeenAs,
  pen: PlatePen,
): void {
  const end = shape.lengthM / 2
  if (Math.abs(eyeAlong) <= end || (frame.view.focal / frame.z) * PLATE_M.high < LEAST_PX) return
  const ahead = eyeAlong > 0 ? 1 : -1
  const [low, high] = [shape.plateM - PLATE_M.high / 2, shape.plateM + PLATE_M.high / 2]
  const along = ahead * (end + 0.03)
  // Seen from the front, a vehicle's right side is on the left.
  const left = ahead * PLATE_M.half
  const corners = [
    ...at(frame, along, left, low),
    ...at(frame, along, -left, low),
    ...at(frame, along, -left, high),
    ...at(frame, along, left, high),
  ]
  const tone = (colour: Rgb) => seenAs(colour, ahead * frame.sin, ahead * frame.cos, 0.2)
  const isLarge = shape.lengthM > LARGE_M
  const [ground, ink] = isLarge ? [YELLOW, [20, 20, 20] as const] : [BLUE, [244, 246, 250] as const]
  drawPlate(canvas, pen, text, corners, tone(ground), tone(ink), frame.nearZ)
}

function dot(frame: Frame, x: number, y: number): number {
  return x * frame.sin + y * frame.cos
}
