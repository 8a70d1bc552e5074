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

const TURNED = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => {
    const turns = [shape]
    for (let k = 1; k < 4; k++) {
      const before = turns[k - 1]!
      turns.push(before.map((_, i) => (i % 2 === 0 ? -before[i + 1]! : before[i - 1]!)))
    }
    return [name, turns]
  }),
) as Record<ShapeName, Shape[]>

/** A shape turned by quarter turns, still in its unit frame. */
export function turnedShape(name: ShapeName, quarterTurns: number): Shape {
  return TURNED[name][quarterTurns]!
}
