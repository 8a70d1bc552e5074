/** The grid of moments at which a camera makes pictures: the same on every machine, live and replayed. */
const PHASES = 8

/** Number of the last moment of the grid at or before `timeMs`. */
export function gridFrame(timeMs: number, framesPerSecond: number, camera: number): number {
  let frame = Math.floor((timeMs * framesPerSecond) / 1000 - phaseOf(camera))
  while (gridMoment(frame + 1, framesPerSecond, camera) <= timeMs) frame++
  while (gridMoment(frame, framesPerSecond, camera) > timeMs) frame--
  return frame
}

/** Platform time of a moment, whole milliseconds. */
export function gridMoment(frame: number, framesPerSecond: number, camera: number): number {
  return Math.round(((frame + phaseOf(camera)) * 1000) / framesPerSecond)
}

/** Cameras are spread over the grid, so that their pictures do not fall due all at once. */
function phaseOf(camera: number): number {
  return ((camera * 5) % PHASES) / PHASES
}

/** Number of the first moment of the grid at or after `timeMs`. */
export function gridFrameFrom(timeMs: number, framesPerSecond: number, camera: number): number {
  const frame = gridFrame(timeMs, framesPerSecond, camera)
  return gridMoment(frame, framesPerSecond, camera) < timeMs ? frame + 1 : frame
}
