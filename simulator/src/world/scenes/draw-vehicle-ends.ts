/** What the end of a vehicle has besides paint, glass and lamps: tyres below it, bumper, grille and plate. */
import type { Rgb } from './colour.ts'
import { at, type Frame, quad } from './vehicle-frame.ts'
import type { VehicleShape } from './vehicle-shapes.ts'
import { type Canvas, fillShape } from './yuv-canvas.ts'

const PLASTIC: Rgb = [40, 42, 45]
const GRILLE: Rgb = [24, 26, 29]
const PLATE: Rgb = [58, 84, 152]
const TYRE_WIDE_M = 0.24
const BUMPER_M = 0.15

/** The tyres that carry the end (1 front, -1 rear), before the body hides all but their feet. */
export function drawTyres(canvas: Canvas, frame: Frame, shape: VehicleShape, end: number, colour: Rgb): void {
  const axle = end > 0 ? Math.max(...shape.axles) : Math.min(...shape.axles)
  const along = axle + end * shape.wheelM * 0.7
  const high = shape.wheelM * 1.6
  for (const side of [-1, 1]) {
    const [outer, inner] = [side * (shape.widthM / 2 - 0.03), side * (shape.widthM / 2 - TYRE_WIDE_M)]
    const tyre = [
      ...at(frame, along, outer, 0),
      ...at(frame, along, outer, high),
      ...at(frame, along, inner, high),
      ...at(frame, along, inner, 0),
    ]
    fillShape(canvas, tyre, colour, 1, frame.nearZ)
  }
}

/** Bumper, grille (in front) and a plate that is too far to read. */
export function drawTrim(
  canvas: Canvas,
  frame: Frame,
  shape: VehicleShape,
  end: number,
  tone: (colour: Rgb) => Rgb,
): void {
  const along = end * (shape.lengthM / 2 + 0.02)
  const foot = shape.profile[end > 0 ? shape.profile.length - 1 : 1]!
  const band = (fromM: number, toM: number, half: number, colour: Rgb) =>
    fillShape(canvas, quad(frame, along, fromM, half, along, toM, half), tone(colour), 1, frame.nearZ)
  const half = shape.widthM / 2
  band(foot, foot + BUMPER_M, half, PLASTIC)
  if (end > 0) band(shape.headlightM - 0.07, shape.headlightM + 0.08, half - 0.52, GRILLE)
  band(shape.plateM - 0.07, shape.plateM + 0.07, 0.22, PLATE)
}
