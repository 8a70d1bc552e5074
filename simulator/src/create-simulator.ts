import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, parseConfig } from './composition/config.ts'
import { createTroubleLine } from './composition/keep-logs.ts'
import { mediaFault } from './composition/media/media-fault.ts'
import { readDeviations } from './deviations/read-deviations.ts'
import { createHttpListener } from './http/create-http-listener.ts'
import { keepSnapshots } from './keep-snapshots.ts'
import { createDisposal, type Disposal } from './kernel/disposal.ts'
import { createLog } from './kernel/log.ts'
import { programVersion } from './kernel/program-version.ts'
import { createReusedParts } from './kernel/reused-parts.ts'
import { StartError } from './kernel/start-error.ts'
import { isStorageError } from './kernel/storage-error.ts'
import { locateFfmpeg } from './media/ffmpeg-locate.ts'
import { addressesOf } from './run-platform.ts'
import { loadKinds } from './scenario/read-kinds.ts'
import { DEMO_SCENARIO, loadScenario } from './scenario/read-scenario.ts'
import type { CreateSimulator, Simulator } from './simulator.ts'
import { undoRestore } from './snapshots/state-files.ts'
import { openDataFolder } from './store/data-folder.ts'
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
  const host = createHostClock(undefined, isStorageError)
  const startedMs = host.now()
  if (startedMs < CLOCK_START_MS || startedMs > CLOCK_END_MS) {
    throw new StartError(
      `The clock of this machine shows ${new Date(startedMs).toISOString()}: set it (2020 to 2050), then start again.`,
    )
  }
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const deviationFile = readDeviations(config.deviations)

  loadKinds(config.kinds)
  const scenario = loadScenario(config.scenario ?? DEMO_SCENARIO)
  for (const fleet of scenario.fleets) {
    const fault = await mediaFault(fleet, config.fetchFfmpeg)
    if (fault) throw new StartError(`Cannot use the scenario: ${fault.field}: ${fault.message}.`)
  }
  // Its answer comes while the world is built.
  void locateFfmpeg(process.env['FFMPEG_PATH'])
  // The port first: a taken one is reported before anything is built. It closes last and opens at the end.
  const listener = disposal.use(await createHttpListener({ ...config, log }))
  const folder = disposal.use(openDataFolder(config.data))
  undoRestore(folder.path)
  const consoleFolder = config.consoleFolder ?? (existsSync(CONSOLE_FOLDER) ? CONSOLE_FOLDER : undefined)
  const current = await keepSnapshots(
    {
      config,
      version,
      log,
      trouble,
      host,
      scenario,
      deviationFile,
      folder,
      reused: disposal.use(createReusedParts()),
      fail,
      listener,
      consoleFolder,
      startedMs,
    },
    disposal,
  )
  const now = current.platform
  let keeping: Promise<void> | undefined
  const keep = () => {
    keeping ??= now().keepCity()
    return keeping
  }
  disposal.defer(host.after(KEEP_CITY_AFTER_MS, () => void keep()))
  // One that ends sooner leaves it to the next, too.
  disposal.defer(keep)
  const {
    address,
    rtmp,
    rtsp,
    onvif,
    gb28181,
    gbUplinks,
    mqttUplinks,
    controlToken,
    seed,
    media,
    directory,
  } = now()
  return {
    url: `http://${address}`,
    control: `http://${address}/control`,
    controlToken,
    media: `ws://${address}/live`,
    rtmp,
    rtsp,
    onvif: onvif?.address ?? null,
    gb28181: gb28181.open?.address ?? null,
    gb28181To: gbUplinks?.address ?? null,
    mqttTo: mqttUplinks?.address ?? null,
    ...addressesOf(now()),
    seed,
    signIn: { loginName: 'admin', password: config.password },
    dataFolder: folder.path,
    ffmpeg: media.ffmpeg?.path ?? null,
    deviceCount: directory.deviceCount(),
    consoleCount: () => now().consoleCount(),
    clock: current.clock,
    timeline: current.timeline,
    call: (call, input) => now().call(call, input),
    events: () => now().events.list(),
    snapshots: current.snapshots,
    failed,
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}
