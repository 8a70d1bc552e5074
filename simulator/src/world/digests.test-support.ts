/** Digests of two worlds, the grid city's and a real one's, for comparing processes. */
import { fromCivil } from '@backlot/contract/time'
import { gridCity } from './traffic/grid-city.test-support.ts'
import { createWorld } from './world.ts'
import { worldDigest } from './world-digest.ts'

const roster = {
  vehicles: 40,
  bodyCameras: 4,
  sites: { gasDetector: Float64Array.from([10, 20, -300, 400]) },
}
const at = fromCivil(2026, 11, 20, 9, 30)

export function digests(): { grid: number; real: number } {
  return {
    grid: worldDigest(createWorld(7, { city: gridCity(11), roster }), at, 1000),
    real: worldDigest(createWorld(7, { roster }), at, 200),
  }
}
