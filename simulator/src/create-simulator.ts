import type { SimulatorOptions } from './config.ts'
import type { PlatformClock } from './timeline/clock.ts'

export type { SimulatorOptions } from './config.ts'

/** A running platform. Dispose of it (`await using`) and everything it started has ended. */
export type Simulator = AsyncDisposable & {
  /** The console and the platform's HTTP interface. */
  url: string
  /** The control API (same server): url + /control. */
  control: string
  controlToken: string
  /** Where streams are read: ws(s) address of the viewer edge. */
  media: string
  /** rtmp://host:port, or null when off. */
  rtmp: string | null
  hj212: null
  jt808: null
  seed: number
  /** Account and password of the demo's administrator, when it is the demo's own. */
  signIn: { loginName: string; password: string }
  /** Folder of the data; a temporary one with `:memory:`. */
  dataFolder: string
  /** Path of the ffmpeg in use; null: cameras play pre-encoded clips. */
  ffmpeg: string | null
  /** Counts of what lives in the fleet. */
  deviceCount: number
  clock: PlatformClock
  /** Resolves with the error when a vital part (the writer) dies; the simulator is of no use afterwards. */
  failed: Promise<Error>
}

export type CreateSimulator = (options?: SimulatorOptions) => Promise<Simulator>
