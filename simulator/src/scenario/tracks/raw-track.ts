/** What the readers of track files have in common. */

/** A point as its file has it: epoch milliseconds where it has a time, degrees. */
export type RawPoint = { timeMs: number | undefined; longitude: number; latitude: number }

export type RawTrack = {
  name: string | undefined
  points: RawPoint[]
  /** Line of the file at which it begins. */
  line: number
  /** The times are those of a day that the file does not name. */
  undated?: boolean
}

/** What a reader has to say of a line: a mistake makes the file useless, a note tells what was left out. */
export type TrackTeller = {
  mistake(line: number, message: string): void
  note(line: number, message: string): void
}

/** Why a place is none; undefined when it is one. */
export function placeFault(longitude: number, latitude: number): string | undefined {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return 'latitude and longitude are numbers'
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return undefined
  const swapped = Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180
  const hint = swapped ? ': are longitude and latitude swapped?' : ''
  return `latitude ${latitude}, longitude ${longitude} is no place on Earth${hint}`
}
