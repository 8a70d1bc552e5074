/** The bodies of vehicles: side profiles in metres (along from the middle, height), rear to front over the roof. */
import type { VehicleKind } from '../types.ts'
import type { Rgb } from './colour.ts'

export type VehicleShape = {
  widthM: number
  lengthM: number
  /** along, height, … from the rear bumper's foot over the roof to the front bumper's foot. */
  profile: readonly number[]
  /** Indexes of profile edges that are glass across the whole width. */
  glassEdges: readonly number[]
  /** Side windows: polygons of along, height. */
  sideWindows: readonly (readonly number[])[]
  /** Along positions of the axles, and the wheels' radius. */
  axles: readonly number[]
  wheelM: number
  headlightM: number
  taillightM: number
  /** Height of the plates' middle. */
  plateM: number
  /** A band along both sides: from, to (heights), and its colour. */
  band?: { fromM: number; toM: number; colour: Rgb }
  /** Lamp on the roof: position along it, half its width, its base; and whether it flashes. */
  roof?: { alongM: number; halfM: number; footM: number; colours: readonly [Rgb, Rgb] }
}

const CAR: VehicleShape = {
  widthM: 1.82,
  lengthM: 4.6,
  profile: [
    -2.3, 0.3, -2.32, 0.82, -1.8, 0.98, -1.2, 1.44, 0.3, 1.47, 1.05, 1, 2.1, 0.82, 2.3, 0.55, 2.3, 0.3,
  ],
  glassEdges: [2, 4],
  sideWindows: [
    [-1.6, 0.99, -1.12, 1.36, -0.42, 1.39, -0.42, 0.99],
    [-0.34, 0.99, -0.34, 1.39, 0.26, 1.39, 0.86, 0.99],
  ],
  axles: [-1.38, 1.42],
  wheelM: 0.33,
  headlightM: 0.66,
  taillightM: 0.76,
  plateM: 0.5,
}

const BUS: VehicleShape = {
  widthM: 2.5,
  lengthM: 11,
  profile: [-5.5, 0.3, -5.5, 3, -5.2, 3.1, 5.2, 3.1, 5.5, 2.9, 5.55, 1.1, 5.5, 0.3],
  glassEdges: [4],
  sideWindows: [
    [-5.1, 1.3, -5.1, 2.5, -2.9, 2.5, -2.9, 1.3],
    [-2.7, 1.3, -2.7, 2.5, -0.5, 2.5, -0.5, 1.3],
    [-0.3, 1.3, -0.3, 2.5, 1.9, 2.5, 1.9, 1.3],
    [2.1, 1.3, 2.1, 2.5, 4.1, 2.5, 4.1, 1.3],
    [4.3, 0.6, 4.3, 2.5, 5.3, 2.5, 5.3, 0.6],
  ],
  axles: [-3.4, 3.1],
  wheelM: 0.48,
  headlightM: 0.7,
  taillightM: 0.95,
  plateM: 0.55,
  band: { fromM: 1.02, toM: 1.2, colour: [236, 236, 228] },
}

const TRUCK: VehicleShape = {
  widthM: 2.4,
  lengthM: 8,
  profile: [-4, 0.5, -4, 3.2, 1.7, 3.2, 1.72, 2.5, 2, 2.55, 3.3, 2.5, 3.9, 1.5, 4, 0.4],
  glassEdges: [5],
  sideWindows: [[2.3, 1.5, 2.3, 2.3, 3.2, 2.3, 3.65, 1.5]],
  axles: [-2.6, -1.4, 2.9],
  wheelM: 0.5,
  headlightM: 0.75,
  taillightM: 0.8,
  plateM: 0.65,
}

const AMBER: Rgb = [255, 170, 40]

/** A road sweeper: a cab, a low hopper that slopes to the rear, brushes between. */
const SWEEPER: VehicleShape = {
  widthM: 2.3,
  lengthM: 6.6,
  profile: [-3.3, 0.5, -3.3, 1.5, -2.7, 2.55, 0.9, 2.65, 1.2, 2.5, 2.5, 2.45, 3.2, 1.4, 3.3, 0.4],
  glassEdges: [5],
  sideWindows: [[1.4, 1.45, 1.4, 2.2, 2.4, 2.2, 2.95, 1.45]],
  axles: [-2.1, 2.1],
  wheelM: 0.46,
  headlightM: 0.75,
  taillightM: 0.8,
  plateM: 0.6,
  band: { fromM: 0.95, toM: 1.15, colour: [240, 240, 236] },
  roof: { alongM: 1.9, halfM: 0.22, footM: 2.5, colours: [AMBER, AMBER] },
}

const TAXI: VehicleShape = {
  ...CAR,
  band: { fromM: 0.34, toM: 0.6, colour: [34, 84, 140] },
  roof: {
    alongM: -0.4,
    halfM: 0.28,
    footM: 1.48,
    colours: [
      [255, 214, 96],
      [255, 214, 96],
    ],
  },
}

const PATROL: VehicleShape = {
  ...CAR,
  band: { fromM: 0.56, toM: 0.82, colour: [28, 64, 158] },
  roof: {
    alongM: -0.3,
    halfM: 0.55,
    footM: 1.47,
    colours: [
      [255, 52, 46],
      [64, 120, 255],
    ],
  },
}

export const VEHICLE_SHAPES: Readonly<Record<VehicleKind, VehicleShape>> = {
  car: CAR,
  taxi: TAXI,
  bus: BUS,
  truck: TRUCK,
  patrol: PATROL,
  sanitation: SWEEPER,
}
