import type { MapTheme, Rgb } from '../../features/map/marker-look.ts'

/** Classes of speed: each begins at `fromKmh` and ends where the next begins. */
type SpeedClass = { fromKmh: number; dark: Rgb; light: Rgb }

/** From blue over green to red; lightness falls and rises with it, so that it reads without colour too. */
export const SPEED_CLASSES: readonly SpeedClass[] = [
  { fromKmh: 0, dark: [110, 138, 255], light: [62, 84, 214] },
  { fromKmh: 10, dark: [46, 182, 222], light: [10, 138, 186] },
  { fromKmh: 30, dark: [64, 201, 120], light: [24, 150, 78] },
  { fromKmh: 50, dark: [246, 196, 66], light: [214, 142, 8] },
  { fromKmh: 70, dark: [255, 104, 88], light: [206, 44, 40] },
]

/** Number of the class of a speed. */
export function speedClass(speedKmh: number): number {
  let at = 0
  while (at + 1 < SPEED_CLASSES.length && speedKmh >= SPEED_CLASSES[at + 1]!.fromKmh) at++
  return at
}

export function speedColour(speedKmh: number, theme: MapTheme): Rgb {
  return SPEED_CLASSES[speedClass(speedKmh)]![theme]
}
