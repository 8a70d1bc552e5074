import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { perWire } from '@backlot/contract/wires/wires'
import type { Logger } from 'pino'
import { type CorePort, openCorePort } from './cluster/core-port.ts'
import { openCluster as connectCluster } from './cluster/open-cluster.ts'
import type { Base } from './composition/base.ts'
import { type Config, parseConfig } from './composition/config.ts'
import { createTroubleLine } from './composition/keep-logs.ts'
import { openPlatformCore } from './composition/platform-core.ts'
import { openPlatformServices } from './composition/platform-services.ts'
import { readDeviations } from './deviations/read-deviations.ts'
import { createHttpListener } from './http/create-http-listener.ts'
import { createDisposal, type Disposal } from './kernel/disposal.ts'
import { createLog } from './kernel/log.ts'
import { createPlatformTroubles } from './kernel/platform-troubles.ts'
import { programVersion } from './kernel/program-version.ts'
import { hostInUrl } from './kernel/reachable-host.ts'
import { StartError } from './kernel/start-error.ts'
import { isStorageError } from './kernel/storage-error.ts'
import { loadKinds } from './scenario/read-kinds.ts'
import { DEMO_SCENARIO, loadScenario } from './scenario/read-scenario.ts'
import { createMediaListeners } from './server/media-listeners.ts'
import { openPlatformListeners } from './server/open-listeners.ts'
import type { CreateSimulator, Simulator } from './simulator.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { CLOCK_END_MS, CLOCK_START_MS } from './timeline/clock-segment.ts'
import { createHostClock } from './timeline/host-clock.ts'

export type { SimulatorOptions } from './composition/config.ts'
export type { CreateSimulator, Simulator } from './simulator.ts'

const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))
/** When the first rush is over. */
const KEEP_CITY_AFTER_MS = 5000

/**
 * Starts a platform with its world, fleet, streams and console. Many can live in one process. Throws a StartError when
 * the user's options, folder or ports do not allow it; everything started by then has ended.
 */
export const createSimulator: CreateSimulator = async (options = {}) => {
  const config = parseConfig(options)
  const disposal = createDisposal()
  try {
    return await start(config, disposal)
  } catch (error) {
    await disposal.end()
    // The user has to fix what could not be read or stored during the start.
    throw isStorageError(error) ? new StartError(`Cannot start: ${error.message}`, { cause: error }) : error
  }
}

async function start(config: Config, disposal: Disposal): Promise<Simulator> {
  const version = programVersion()
  const trouble = createTroubleLine()
  const log = createLog(config.logLevel, trouble.hear)
  const metrics = disposal.use(createMetrics())
  const host = createHostClock(undefined, isStorageError)
  const startedMs = host.now()
  if (startedMs < CLOCK_START_MS || startedMs > CLOCK_END_MS) {
    throw new StartError(
      `The clock of this machine shows ${new Date(startedMs).toISOString()}: set it (2020 to 2050), then start again.`,
    )
  }
  const troubles = createPlatformTroubles(host)
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const deviationFile = readDeviations(config.deviations)

  loadKinds(config.kinds)
  const scenario = loadScenario(config.scenario ?? DEMO_SCENARIO)
  // The port first: a taken one is reported before anything is built. It closes last and opens at the end.
  const listener = disposal.use(await createHttpListener({ ...config, log }))

  const corePort = await openCluster(config, listener.port, log)
  if (corePort) disposal.use(corePort)

  const base: Base = {
    config,
    version,
    log,
    trouble,
    troubles,
    metrics,
    host,
    scenario,
    deviationFile,
    network: {
      port: listener.port,
      mediaListeners: (media) => createMediaListeners({ host: config.host, listener, media, log }),
    },
    corePort,
    fail,
  }
  const core = await openPlatformCore(base, disposal)
  const services = await openPlatformServices({ ...base, ...core }, disposal)
  const consoleFolder = config.consoleFolder ?? (existsSync(CONSOLE_FOLDER) ? CONSOLE_FOLDER : undefined)
  const { controlToken, gbUplinks, timeline, call, consoleCount } = await openPlatformListeners(
    { ...base, ...core, ...services, listener, startedMs, consoleFolder },
    disposal,
  )
  const { data, seed, clock, directory, events, keepCity } = core
  const { address, rtmp, rtsp, onvif, gateways, gb28181, media } = services

  let keeping: Promise<void> | undefined
  const keep = () => {
    keeping ??= keepCity()
    return keeping
  }
  disposal.defer(host.after(KEEP_CITY_AFTER_MS, () => void keep()))
  // One that ends sooner leaves it to the next, too.
  disposal.defer(keep)
  return {
    url: `http://${address}`,
    control: `http://${address}/control`,
    controlToken,
    media: `ws://${address}/live`,
    rtmp,
    rtsp,
    onvif: onvif?.address ?? null,
    jt1078: gateways.of('jt808')?.jt1078?.address ?? null,
    gb28181: gb28181.open?.address ?? null,
    gb28181To: gbUplinks?.address ?? null,
    ...perWire((wire) => gateways.of(wire)?.address ?? null),
    mqtt: gateways.of('mqtt')?.address ?? null,
    modbus: gateways.of('modbus')?.address ?? null,
    seed,
    signIn: { loginName: 'admin', password: config.password },
    dataFolder: data.folder.path,
    ffmpeg: media.ffmpeg?.path ?? null,
    deviceCount: directory.deviceCount(),
    consoleCount,
    clock,
    timeline,
    call,
    events: events.list,
    failed,
    [Symbol.asyncDispose]: () => disposal.end(),
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
