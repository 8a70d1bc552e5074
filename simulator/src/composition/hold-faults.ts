import type { Registry } from 'prom-client'
import { ChannelFaults } from '../faults/channel-faults.ts'
import { ClockFaults } from '../faults/clock-faults.ts'
import { createFaults, type Faults } from '../faults/create-faults.ts'
import { DeviceFaults } from '../faults/device-faults.ts'
import type { InjectionPoints } from '../faults/fault.ts'
import { HttpFaults } from '../faults/http-faults.ts'
import { MediaFaults } from '../faults/media-faults.ts'
import { SipFaults } from '../faults/sip-faults.ts'
import { WireFaults } from '../faults/wire-faults.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { StoreFaults } from '../store/store-faults.ts'

/** The faults of a platform and the points where they take hold; none is attached yet. */
export function holdFaults(
  deps: {
    directory: Directory
    commands: CommandLog
    clock: PlatformClock
    host: HostClock
    seed: number
    registry: Registry
    /** Those of the store that the platform has; left out: of none. */
    storeFaults?: StoreFaults
    onError(error: unknown): void
  },
  disposal: Disposal,
): { points: InjectionPoints; faults: Faults } {
  const { directory, commands, clock, host, seed, registry, onError, storeFaults } = deps
  const store = storeFaults ?? new StoreFaults()
  const points: InjectionPoints = {
    http: new HttpFaults(),
    channel: new ChannelFaults(),
    devices: new DeviceFaults({ directory, commands, clock, store }),
    wire: new WireFaults(),
    media: new MediaFaults(),
    sip: new SipFaults(),
    store,
    clock: new ClockFaults(),
  }
  return {
    points,
    faults: disposal.use(
      createFaults({ points, host, platformNow: () => clock.now(), seed, registry, onError }),
    ),
  }
}
