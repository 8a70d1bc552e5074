/** Outlines of buildings in a unit frame: corners as fractions of width and depth, counter-clockwise. */
export type Shape = readonly number[]

const RECTANGLE: Shape = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]
const L_SHAPE: Shape = [-0.5, -0.5, 0.5, -0.5, 0.5, -0.08, -0.06, -0.08, -0.06, 0.5, -0.5, 0.5]
const U_SHAPE: Shape = [
  -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, 0.24, 0.5, 0.24, -0.12, -0.24, -0.12, -0.24, 0.5, -0.5, 0.5,
]
const T_SHAPE: Shape = [-0.2, -0.5, 0.2, -0.5, 0.2, 0, 0.5, 0, 0.5, 0.5, -0.5, 0.5, -0.5, 0, -0.2, 0]
const STEPPED: Shape = [
  -0.5, -0.5, 0.1, -0.5, 0.1, -0.2, 0.5, -0.2, 0.5, 0.5, -0.1, 0.5, -0.1, 0.2, -0.5, 0.2,
]
const CHAMFERED: Shape = [
  -0.32, -0.5, 0.32, -0.5, 0.5, -0.32, 0.5, 0.32, 0.32, 0.5, -0.32, 0.5, -0.5, 0.32, -0.5, -0.32,
]
const OVAL: Shape = Array.from({ length: 20 }, (_, i) => [
  0.5 * Math.cos((Math.PI * i) / 10),
  0.5 * Math.sin((Math.PI * i) / 10),
]).flat()

export const SHAPES = {
  rectangle: RECTANGLE,
  l: L_SHAPE,
  u: U_SHAPE,
  t: T_SHAPE,
  stepped: STEPPED,
  chamfered: CHAMFERED,
  oval: OVAL,
} as const

export type ShapeName = keyof typeof SHAPES
