/**
 * View of the camera in the ceiling of a lift car: doors, floor display, passengers, a red lamp while the car is stuck.
 */
import type { KindRoom } from '../device-kind.ts'
import { carAt } from './car-ride.ts'

const DOOR_STEPS = 4
type Colour = readonly [number, number, number]

const WALL: Colour = [148, 146, 140]
const SIDE: Colour = [120, 119, 115]
const CEILING: Colour = [204, 202, 194]
const GROUND: Colour = [74, 72, 70]
const STEEL: Colour = [172, 174, 178]
const SEAM: Colour = [96, 98, 102]
const LANDING: Colour = [226, 206, 166]
const PANEL: Colour = [28, 30, 34]
const DIGIT: Colour = [255, 150, 40]
const LAMP: Colour = [230, 36, 30]
const HAIR: Colour = [36, 30, 28]
const CLOTHES: readonly Colour[] = [
  [52, 74, 112],
  [122, 60, 56],
  [70, 92, 70],
  [150, 128, 92],
  [62, 62, 72],
  [140, 96, 130],
]

/** Segments of a digit that are lit, from the top clockwise, the middle last. */
const LIT = [
  '1111110',
  '0110000',
  '1101101',
  '1111001',
  '0110011',
  '1011011',
  '1011111',
  '1110000',
  '1111111',
  '1111011',
] as const
/** Left, top, width and height of a segment in parts of a digit. */
const SEGMENTS = [
  [0.15, 0, 0.7, 0.1],
  [0.85, 0.05, 0.15, 0.42],
  [0.85, 0.53, 0.15, 0.42],
  [0.15, 0.9, 0.7, 0.1],
  [0, 0.53, 0.15, 0.42],
  [0, 0.05, 0.15, 0.42],
  [0.15, 0.45, 0.7, 0.1],
] as const

export const CAR_ROOM: KindRoom = {
  stateAt(device, epochMs, incident) {
    const trapped = incident('trapped')
    const { floor, door, persons } = carAt(device, epochMs, trapped)
    return {
      floor: Math.floor(floor),
      door: Math.round(door * DOOR_STEPS),
      persons,
      stuck: trapped ? 1 : 0,
    }
  },
  draw(pen, { floor = 1, door = 0, persons = 0, stuck = 0 }) {
    const box = (left: number, top: number, width: number, height: number, colour: Colour) =>
      pen([left, top, left + width, top, left + width, top + height, left, top + height], colour)
    box(0, 0, 1, 1, SIDE)
    pen([0, 0, 1, 0, 0.78, 0.14, 0.22, 0.14], CEILING)
    pen([0, 1, 0.22, 0.8, 0.78, 0.8, 1, 1], GROUND)
    box(0.22, 0.14, 0.56, 0.66, WALL)
    // The doorway, and two leaves that slide apart.
    box(0.34, 0.24, 0.32, 0.56, LANDING)
    const leaf = 0.16 * (1 - door / DOOR_STEPS)
    box(0.34, 0.24, leaf, 0.56, STEEL)
    box(0.66 - leaf, 0.24, leaf, 0.56, STEEL)
    if (door === 0) box(0.498, 0.24, 0.004, 0.56, SEAM)
    // Display and lamp above, buttons beside.
    box(0.44, 0.155, 0.12, 0.075, PANEL)
    for (const [place, digit] of [Math.floor(floor / 10) % 10, floor % 10].entries()) {
      for (const [i, [left, top, width, height]] of SEGMENTS.entries()) {
        if (LIT[digit]?.[i] !== '1') continue
        box(0.468 + place * 0.038 + left * 0.026, 0.166 + top * 0.053, width * 0.026, height * 0.053, DIGIT)
      }
    }
    if (stuck) box(0.58, 0.165, 0.05, 0.055, LAMP)
    box(0.69, 0.42, 0.045, 0.2, PANEL)
    for (let person = 0; person < persons; person++) {
      const left = 0.14 + person * 0.125
      const top = 0.5 + (person % 2) * 0.08
      pen([left, 1, left + 0.01, top + 0.14, left + 0.1, top + 0.14, left + 0.11, 1], CLOTHES[person % 6]!)
      box(left + 0.032, top, 0.046, 0.13, HAIR)
    }
  },
}
