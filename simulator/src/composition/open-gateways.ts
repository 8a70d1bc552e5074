import type { Logger } from 'pino'
import type { WireFaults } from '../faults/wire-faults.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { StationUplink } from '../fleet/uplinks/hj212/station-uplink.ts'
import type { Hj212Gateway } from '../gateways/hj212/create-hj212-gateway.ts'
import type { DeviceIngest } from '../gateways/ingest.ts'
import type { Jt808Gateway } from '../gateways/jt808/create-jt808-gateway.ts'
import type { WireTap } from '../gateways/wire-tap.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import { hostInUrl } from '../kernel/reachable-host.ts'
import type { Store } from '../store/store.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { World } from '../world/types.ts'
import type { Config } from './config.ts'
import { openHj212 } from './open-hj212.ts'
import { openJt808 } from './open-jt808.ts'
import { runHj212Uplinks } from './run-hj212-uplinks.ts'
import { runJt808Uplinks } from './run-jt808-uplinks.ts'

/** The gateways and where they listen (host:port); nothing of one that is off, or not open yet. */
export type Gateways = {
  hj212: Hj212Gateway | undefined
  hj212Address: string | null
  jt808: Jt808Gateway | undefined
  jt808Address: string | null
  /** A new line of one of our stations that lives in process, not yet begun; undefined for others. */
  stationLineOf(sn: string): StationUplink | undefined
}

export function createGateways(): Gateways {
  return {
    hj212: undefined,
    hj212Address: null,
    jt808: undefined,
    jt808Address: null,
    stationLineOf: () => undefined,
  }
}

/**
 * Opens the platform's edge for devices, and lets those of our own that are marked `wire` speak to it. Throws a
 * StartError when a port is taken.
 */
export async function openGateways(
  gateways: Gateways,
  deps: {
    config: Config
    world: World
    directory: Directory
    commands: CommandLog
    ingest: DeviceIngest
    store: Store
    faults: WireFaults
    clock: PlatformClock
    host: HostClock
    log: Logger
    metrics: Metrics
    wireTap: Pick<WireTap, 'of'>
  },
  disposal: Disposal,
): Promise<void> {
  const addressOf = (gateway: { port: number } | undefined) =>
    gateway ? `${hostInUrl(deps.config.host)}:${gateway.port}` : null
  const hj212 = await openHj212({ ...deps, ingest: deps.wireTap.of('hj212', deps.ingest) })
  const stations = hj212 && runHj212Uplinks({ ...deps, port: disposal.use(hj212).port }, disposal)
  const jt808 = await openJt808({ ...deps, ingest: deps.wireTap.of('jt808', deps.ingest) })
  if (jt808) runJt808Uplinks({ ...deps, port: disposal.use(jt808).port }, disposal)
  Object.assign(gateways, {
    hj212,
    hj212Address: addressOf(hj212),
    jt808,
    jt808Address: addressOf(jt808),
    stationLineOf: (sn) => stations?.lineOf(sn),
  } satisfies Gateways)
}
