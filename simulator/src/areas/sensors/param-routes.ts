import type { ConfigOf } from '@backlot/contract/device-config/entities'
import {
  getAgricultureConfig,
  getGasConfig,
  getOwnSettings,
  getSensorConfig,
  getSolarConfig,
  setAgricultureConfig,
  setGasConfig,
  setOwnSettings,
  setSensorConfig,
  setSolarConfig,
} from '@backlot/contract/sensors/param-calls'
import {
  DETECTED_GAS_NAMES,
  DETECTED_GASES,
  type DetectedGas,
  type ParamSection,
} from '@backlot/contract/sensors/params'
import { DAY_MS, dayStart } from '@backlot/contract/time'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import { changesOf, settingChangesOf } from '../shared/audit.ts'
import { refuseUnready } from '../shared/refuse-unready.ts'
import type { DictionaryRepository } from './dictionary-repository.ts'
import type {
  ReadingFamily,
  ReceivedReading,
  SensorScopePort,
  SetStation,
  StationParamsPort,
} from './ports.ts'

export type ParamDeps = {
  clock: PlatformClock
  host: Pick<HostClock, 'after'>
  scope: SensorScopePort
  params: StationParamsPort
  publisher: Pick<Publisher, 'setting'>
  latest(sn: string, family: ReadingFamily): readonly ReceivedReading[] | undefined
  dictionary: Pick<DictionaryRepository, 'shown' | 'converted'>
}

/** How long a station takes to answer, host milliseconds. */
const ANSWER_MS = 300
/** Result of a setting that the station did not answer (0 is success). */
const NO_ANSWER = 1
/** Rooted soil: millimetres for a per cent of water. */
const MM_A_PERCENT = 3
const RAIN_CODE = 'a01022'
const MOISTURE_CODE = 'f01'
/** Above this the field is wet, whatever the thresholds. */
const WET_PERCENT = 45
/** Interval at which energy counters are calibrated. */
const CALIBRATION_DAYS = 30
/** Days that sensors of gas last: catalytic beads five years, electrochemical cells two, of oxygen and ammonia less. */
const LIFE_DAYS: Readonly<Record<DetectedGas, number>> = {
  combustible: 1825,
  co: 730,
  h2s: 730,
  nh3: 550,
  o2: 640,
}

/** Settings of stations: reading them, and sending changes. */
export function paramRoutes(deps: ParamDeps): { routes: Route[]; close(): void } {
  const { clock, params } = deps
  const answering = new Set<() => void>()

  const reach = (sn: string, family: ReadingFamily, { caller }: HandlerContext): SetStation => {
    const station = deps.scope.mayUse(sn, caller.scope) ? params.find(sn, family, clock.now()) : undefined
    if (!station) throw refusal('notFound', 'noReadings', {}, 'sn')
    if (station.foreign) throw refusal('deviceUnsupported', 'deviceForeign', {}, 'sn')
    return station
  }
  const set = async <S extends ParamSection>(
    family: ReadingFamily,
    section: S,
    { sn, requestId, config }: { sn: string; requestId?: string | undefined; config: ConfigOf<S> },
    context: HandlerContext,
  ) => {
    const { online, condition } = reach(sn, family, context)
    if (!online) throw refusal('deviceOffline', 'deviceOffline')
    refuseUnready(condition, 'order')
    context.note(settingChangesOf(params.param(sn, section, clock.now()), config))
    await params.set(sn, section, config, Math.floor(clock.now()))
    const cancel = deps.host.after(ANSWER_MS, () => {
      answering.delete(cancel)
      const answers = params.answers(sn, clock.now())
      if (answers === 'silent') return
      deps.publisher.setting(sn, section, answers === 'yes' ? 0 : NO_ANSWER, requestId)
    })
    answering.add(cancel)
    return {}
  }

  const setOwn = async (sn: string, values: Readonly<Record<string, number>>, context: HandlerContext) => {
    const { online, condition } = reach(sn, 'hjt212', context)
    const settings = params.own(sn, clock.now())
    for (const [name, value] of Object.entries(values)) {
      const setting = settings.find((one) => one.name === name)
      const field = `values.${name}`
      if (!setting) throw refusal('invalid', 'settingUnknown', { name }, field)
      const { title, min, max } = setting
      if (value < min || value > max)
        throw refusal('invalid', 'settingBounds', { name: title, min, max }, field)
    }
    if (!online || params.answers(sn, clock.now()) !== 'yes') throw refusal('deviceOffline', 'deviceOffline')
    refuseUnready(condition, 'order')
    const before = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
    context.note(changesOf(before, values))
    await params.setOwn(sn, values, Math.floor(clock.now()))
    return {}
  }

  return {
    routes: [
      route(getOwnSettings, ({ query: { sn } }, context) => {
        reach(sn, 'hjt212', context)
        const language = languageOf(context.request.headers)
        const list = params.own(sn, clock.now())
        return { list: list.map((setting) => ({ ...setting, title: setting.title[language] })) }
      }),
      route(setOwnSettings, ({ body: { sn, values } }, context) => setOwn(sn, values, context)),
      route(getSensorConfig, ({ query: { sn } }, context) => {
        reach(sn, 'hjt212', context)
        return { config: params.param(sn, 'sensorParam', clock.now()) }
      }),
      route(setSensorConfig, ({ body }, context) => set('hjt212', 'sensorParam', body, context)),
      route(getSolarConfig, ({ query: { sn } }, context) => {
        const { installedMs } = reach(sn, 'solar', context)
        const calibratedMs = calibrationOf(installedMs, clock.now(), clock.zoneMinutes)
        return {
          config: params.param(sn, 'solarParam', clock.now()),
          calibrationTime: Math.floor(calibratedMs / 1000),
        }
      }),
      route(setSolarConfig, ({ body }, context) => set('solar', 'solarParam', body, context)),
      route(getAgricultureConfig, ({ query: { sn } }, context) => {
        reach(sn, 'agriculture', context)
        const config = params.param(sn, 'agricultureParam', clock.now())
        return { config, advice: adviceOf(config, deps.latest(sn, 'agriculture')) }
      }),
      route(setAgricultureConfig, ({ body }, context) =>
        set('agriculture', 'agricultureParam', body, context),
      ),
      route(getGasConfig, ({ query: { sn } }, context) => {
        const { installedMs } = reach(sn, 'gas', context)
        const language = languageOf(context.request.headers)
        const config = params.param(sn, 'gasParam', clock.now())
        const { shown, converted } = deps.dictionary
        const readings = new Map((deps.latest(sn, 'gas') ?? []).map((one) => [one.code, shown(one)]))
        return {
          config,
          sensors: DETECTED_GAS_NAMES.flatMap((gas) => {
            const { code } = DETECTED_GASES[gas]
            const reading = readings.get(code)
            if (!reading) return []
            const { low, high } = config.levels[gas]
            const levels = { low: converted(code, low), high: converted(code, high) }
            return [
              {
                code,
                name: reading.name[language],
                ...lifeOf(installedMs, LIFE_DAYS[gas], clock.now()),
                levels,
              },
            ]
          }),
        }
      }),
      route(setGasConfig, ({ body }, context) => set('gas', 'gasParam', body, context)),
    ],
    close() {
      for (const cancel of answering) cancel()
      answering.clear()
    },
  }
}

/** Sensors are changed when their time is over: the one that is in now was put in last. */
function lifeOf(installedMs: number, lifeDays: number, nowMs: number) {
  const lifeMs = lifeDays * DAY_MS
  const changes = Math.max(0, Math.floor((nowMs - installedMs) / lifeMs))
  const sinceMs = installedMs + changes * lifeMs
  return {
    installTime: Math.floor(sinceMs / 1000),
    lifeDays,
    daysLeft: Math.ceil((sinceMs + lifeMs - nowMs) / DAY_MS),
  }
}

/** The start of the last day on which counters were set right, counted from the day of installation. */
function calibrationOf(installedMs: number, nowMs: number, zoneMinutes: number): number {
  const stepMs = CALIBRATION_DAYS * DAY_MS
  const first = dayStart(installedMs, zoneMinutes)
  return first + Math.max(0, Math.floor((nowMs - first) / stepMs)) * stepMs
}

function adviceOf(
  { irrigateBelow, irrigateTo }: ConfigOf<'agricultureParam'>,
  readings: readonly ReceivedReading[] | undefined,
) {
  const moisture = readings?.find(({ code }) => code === MOISTURE_CODE)?.value
  if (moisture === undefined) return { state: 'unknown' as const }
  const raining = (readings?.find(({ code }) => code === RAIN_CODE)?.value ?? 0) > 0
  const missing = Math.max(0, Math.round((irrigateTo - moisture) * MM_A_PERCENT * 10) / 10)
  if (moisture > WET_PERCENT) return { state: 'wet' as const, moisture, millimetres: 0 }
  if (moisture >= irrigateBelow) return { state: 'enough' as const, moisture, millimetres: 0 }
  return { state: raining ? ('raining' as const) : ('water' as const), moisture, millimetres: missing }
}
