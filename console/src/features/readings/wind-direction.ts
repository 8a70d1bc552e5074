/** The sixteen points of the compass, clockwise from north. */
const POINTS = [
  'n',
  'nne',
  'ne',
  'ene',
  'e',
  'ese',
  'se',
  'sse',
  's',
  'ssw',
  'sw',
  'wsw',
  'w',
  'wnw',
  'nw',
  'nnw',
] as const
type CompassPoint = (typeof POINTS)[number]

/** The point of the compass nearest to degrees clockwise from north (stated: 16 names). */
export function compassPoint(degrees: number): CompassPoint {
  const turn = ((degrees % 360) + 360) % 360
  return POINTS[Math.round(turn / 22.5) % POINTS.length] as CompassPoint
}

/** HJ 212's code of the wind direction, or an icon of that name. */
export function isWindDirection(code: string, icon: string): boolean {
  return /a01008/i.test(code) || /wind.?dir/i.test(icon)
}
