/** Messages between the platform's thread and a scene worker. */
import type { PackedCity } from '../world/city/packed-city.ts'
import type { PreparedBackdrop } from '../world/scenes/create-scene.ts'
import type { SceneInput } from '../world/scenes/scene-input.ts'
import type { Sighting } from '../world/scenes/sightings.ts'

export type SceneWorkerData = { seed: number /** Built from the seed when absent. */; city?: PackedCity }

export type SceneRequest =
  /** Draw into `buffer` (width × height × 1.5 bytes), which travels there and back. */
  | { kind: 'frame'; id: number; input: SceneInput; width: number; height: number; buffer: ArrayBuffer }
  | { kind: 'backdrop'; id: number; input: SceneInput; width: number; height: number }
  | {
      kind: 'jpeg'
      id: number
      input: SceneInput
      width: number
      height: number
      quality: number
      /** The picture to draw over. */
      buffer?: ArrayBuffer | undefined
    }
  | { kind: 'sightings'; id: number; inputs: readonly SceneInput[] }
  | { kind: 'warmUp'; id: number; index: number; width: number; height: number }
  /** What the pictures of a few views are: equal on machines that draw the same. */
  | { kind: 'proof'; id: number }
  | { kind: 'install'; prepared: PreparedBackdrop }

export type SceneReply =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; buffer: ArrayBuffer }
  | { kind: 'prepared'; id: number; prepared: PreparedBackdrop }
  | { kind: 'jpeg'; id: number; jpeg: Uint8Array }
  /** A list for every input, in their order. */
  | { kind: 'sightings'; id: number; found: Sighting[][] }
  | { kind: 'warm'; id: number }
  | { kind: 'proof'; id: number; digest: string }
  | { kind: 'failed'; id: number; message: string }
