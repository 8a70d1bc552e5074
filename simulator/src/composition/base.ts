import type { MediaListenersPort } from '../areas/media-config/ports.ts'
import type { Traffic } from '../calls/traffic.ts'
import type { CorePort } from '../cluster/core-port.ts'
import type { readDeviations } from '../deviations/read-deviations.ts'
import type { SavedFault } from '../faults/running-fault.ts'
import type { MachineClock } from '../kernel/clock.ts'
import type { createLog } from '../kernel/log.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'
import type { ReusedParts } from '../kernel/reused-parts.ts'
import type { Media } from '../media/create-media.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import type { DataFolder } from '../store/data-folder.ts'
import type { createMetrics } from '../telemetry/metrics.ts'
import type { ClockPosition } from '../timeline/platform-clock.ts'
import type { Config } from './config.ts'
import type { createTroubleLine } from './keep-logs.ts'

/** Inputs that a platform is started with. */
export type Base = {
  config: Config
  version: string
  log: ReturnType<typeof createLog>
  /** Hears the warnings of the log, for the platform's own log. */
  trouble: ReturnType<typeof createTroubleLine>
  metrics: ReturnType<typeof createMetrics>
  host: MachineClock
  /** Hears the sockets of the wires. */
  tap: SocketTap
  /** Problems of the platform itself. */
  troubles: PlatformTroubles
  scenario: Scenario
  deviationFile: ReturnType<typeof readDeviations>
  network: PlatformNetwork
  /** Held by this process. */
  folder: DataFolder
  /** Threads that the next platform of this process takes over. */
  reused: ReusedParts
  /** State of a snapshot that is in no table; undefined: the platform starts by itself. */
  resume: PlatformResume | undefined
  /** Where workers and edges join; undefined: the platform is alone. */
  corePort: CorePort | undefined
  /** Reports that a vital part has died. */
  fail(error: Error): void
}

/** How a platform goes on from a snapshot. */
export type PlatformResume = {
  clock: ClockPosition
  /** Epoch of the platform that was there before: consoles know it. */
  afterEpoch: number
  faults: readonly SavedFault[]
}

/** Where the platform listens. */
export type PlatformNetwork = {
  port: number
  /** Opens and closes the ports of further media servers. */
  mediaListeners(media: Pick<Media, 'handleHttp' | 'handleUpgrade'>): MediaListeners
}

export type MediaListeners = MediaListenersPort &
  AsyncDisposable & {
    ports(): number[]
    /** Of all of them, closed ones included. */
    traffic(): Traffic
  }
