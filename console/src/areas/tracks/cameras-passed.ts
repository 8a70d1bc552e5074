import type { Span, Track } from './track.ts'
import { nearMetres } from './track-mileage.ts'

/** A camera with a fixed position. */
export type FixedCamera = { sn: string; chnId: number; name: string; longitude: number; latitude: number }

/** A device came past a camera. */
type CameraPass = FixedCamera &
  Span & {
    /** When it was nearest, and how near. */
    nearestMs: number
    metres: number
  }

/** As far as a camera is taken to see who passes it. */
const PASSED_M = 50
/** Within sight again so soon is the same pass. */
const SAME_PASS_MS = 60_000

/** Passes of a track by cameras, by time. `near` answers the numbers of positions about a place, in any order. */
export function camerasPassed(
  track: Track,
  cameras: readonly FixedCamera[],
  near: (longitude: number, latitude: number, metres: number) => readonly number[],
  metresMost = PASSED_M,
): CameraPass[] {
  const passes = cameras.flatMap((camera) => {
    const indexes = [...near(camera.longitude, camera.latitude, metresMost)].sort((a, b) => a - b)
    return passesOf(track, camera, indexes, metresMost)
  })
  return passes.sort((a, b) => a.fromMs - b.fromMs)
}

function passesOf(
  { timeMs, longitude, latitude }: Track,
  camera: FixedCamera,
  indexes: readonly number[],
  metresMost: number,
): CameraPass[] {
  const passes: CameraPass[] = []
  for (const index of indexes) {
    const metres = nearMetres(camera.longitude, camera.latitude, longitude[index]!, latitude[index]!)
    if (metres > metresMost) continue
    const atMs = timeMs[index]!
    const last = passes.at(-1)
    if (last && atMs - last.toMs <= SAME_PASS_MS) {
      last.toMs = atMs
      if (metres < last.metres) {
        last.metres = metres
        last.nearestMs = atMs
      }
    } else passes.push({ ...camera, fromMs: atMs, toMs: atMs, nearestMs: atMs, metres })
  }
  return passes
}
