/** Recorded tracks as data: what threads and rosters hand on. */

/** A track in columns, one entry a point. Threads share their memory. */
export type TrackLine = {
  /** Milliseconds since the first point, ascending. */
  atMs: Float64Array
  /** Local metres. */
  x: Float64Array
  y: Float64Array
  /** Metres driven since the first point. */
  alongM: Float64Array
  /** Heading from the point on, degrees clockwise from north; where it stands, the one before. */
  headingDeg: Float32Array
}

export type TrackRide = {
  line: TrackLine
  /** Platform time at which a round begins, epoch milliseconds. */
  startMs: number
  /** From the begin of a round to that of the next. */
  roundMs: number
  atEnd: 'loop' | 'backAndForth' | 'stay'
  /** Standard deviation of a receiver's error on it, metres. */
  errorM: number
}

/** Less than that between two points is no movement. */
export const STANDING_M = 0.5

const columnOf = (length: number) =>
  new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT))

/**
 * A line of points: times in milliseconds ascending, places in local metres, and the metres from each point to the
 * next (the plane is true near the city's latitude only).
 */
export function trackLine(
  points: readonly { atMs: number; x: number; y: number; stepM: number; stepDeg: number }[],
): TrackLine {
  const count = points.length
  const line: TrackLine = {
    atMs: columnOf(count),
    x: columnOf(count),
    y: columnOf(count),
    alongM: columnOf(count),
    headingDeg: new Float32Array(new SharedArrayBuffer(count * Float32Array.BYTES_PER_ELEMENT)),
  }
  let along = 0
  let heading = points.find(({ stepM }) => stepM >= STANDING_M)?.stepDeg ?? 0
  points.forEach(({ atMs, x, y, stepM, stepDeg }, i) => {
    if (stepM >= STANDING_M) heading = stepDeg
    line.atMs[i] = atMs - points[0]!.atMs
    line.x[i] = x
    line.y[i] = y
    line.alongM[i] = along
    line.headingDeg[i] = heading
    along += stepM
  })
  return line
}
