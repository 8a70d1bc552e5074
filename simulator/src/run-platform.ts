import { perWire, WIRE_NAMES, type WireName } from '@backlot/contract/wires/wires'
import type { Logger } from 'pino'
import { type CorePort, openCorePort } from './cluster/core-port.ts'
import { openCluster as connectCluster } from './cluster/open-cluster.ts'
import type { Base } from './composition/base.ts'
import type { Config } from './composition/config.ts'
import { openPlatformCore } from './composition/platform-core.ts'
import { openPlatformServices } from './composition/platform-services.ts'
import type { HttpListener } from './http/create-http-listener.ts'
import { createDisposal } from './kernel/disposal.ts'
import { createPlatformTroubles } from './kernel/platform-troubles.ts'
import { hostInUrl } from './kernel/reachable-host.ts'
import { createMediaListeners } from './server/media-listeners.ts'
import { openPlatformListeners } from './server/open-listeners.ts'
import type { SnapshotControl } from './snapshots/snapshot-control.ts'
import { createSocketTap } from './sockets/socket-tap.ts'
import { createMetrics } from './telemetry/metrics.ts'

/** What outlives a platform that is set back to a snapshot: the process's own parts, its port and its data folder. */
export type PlatformShell = Pick<
  Base,
  | 'config'
  | 'version'
  | 'log'
  | 'trouble'
  | 'host'
  | 'scenario'
  | 'deviationFile'
  | 'folder'
  | 'reused'
  | 'resume'
  | 'fail'
> & {
  listener: HttpListener
  consoleFolder: string | undefined
  startedMs: number
  snapshots: SnapshotControl
}

export type RunningPlatform = Awaited<ReturnType<typeof runPlatform>>

/** Runs the platform of a data folder on a port. Rejects with a StartError; everything started by then has ended. */
export async function runPlatform(shell: PlatformShell) {
  const disposal = createDisposal()
  try {
    const { config, host, listener, log } = shell
    const corePort = await openCluster(config, listener.port, log)
    if (corePort) disposal.use(corePort)
    const base: Base = {
      ...shell,
      troubles: createPlatformTroubles(host),
      metrics: disposal.use(createMetrics()),
      tap: createSocketTap(),
      network: {
        port: listener.port,
        mediaListeners: (media) => createMediaListeners({ host: config.host, listener, media, log }),
      },
      corePort,
    }
    const core = await openPlatformCore(base, disposal)
    const services = await openPlatformServices({ ...base, ...core }, disposal)
    if (shell.resume) await core.faults.resume(shell.resume.faults)
    const opened = await openPlatformListeners({ ...base, ...core, ...services, ...shell }, disposal)
    return { ...core, ...services, ...opened, end: () => disposal.end() }
  } catch (error) {
    await disposal.end()
    throw error
  }
}

/** Joins the cluster of `--redis` as its core. */
async function openCluster(
  { redis, clusterUrl, host }: Config,
  port: number,
  log: Logger,
): Promise<CorePort | undefined> {
  if (!redis) return undefined
  const url = clusterUrl ?? `http://${hostInUrl(host)}:${port}`
  return openCorePort(await connectCluster(redis, log), { url, counters: () => ({}) })
}

/** Addresses of a running platform's wires, `host:port`; null: off. */
export function addressesOf({ gateways }: RunningPlatform) {
  return {
    ...perWire((wire) => gateways.of(wire)?.address ?? null),
    jt1078: gateways.of('jt808')?.jt1078?.address ?? null,
    mqtt: gateways.of('mqtt')?.address ?? null,
    modbus: gateways.of('modbus')?.address ?? null,
  }
}

/** The same configuration with the token and the ports that a platform got where it was to choose: the next has them too. */
export function asItRuns(
  config: Config,
  { controlToken, gateways, gb28181, media, onvif }: RunningPlatform,
): Config {
  const settled = <Asked extends number | null | undefined>(asked: Asked, got: number | null | undefined) =>
    asked || (got ?? asked)
  const wirePorts = Object.fromEntries(
    WIRE_NAMES.map((wire) => [`${wire}Port`, settled(config[`${wire}Port`], gateways.of(wire)?.port)]),
  ) as Pick<Config, `${WireName}Port`>
  return {
    ...config,
    controlToken,
    ...wirePorts,
    rtmpPort: settled(config.rtmpPort, media.rtmpPort),
    rtspPort: settled(config.rtspPort, media.rtspPort),
    onvifPort: settled(config.onvifPort, onvif?.port),
    gb28181Port: settled(config.gb28181Port, gb28181.open?.port),
    jt1078Port: settled(config.jt1078Port, gateways.of('jt808')?.jt1078?.port),
    mqttPort: settled(config.mqttPort, gateways.of('mqtt')?.port),
    modbusPort: settled(config.modbusPort, gateways.of('modbus')?.port),
  }
}
