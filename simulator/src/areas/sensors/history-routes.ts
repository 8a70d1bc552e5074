import type { BodyOut, DataIn } from '@backlot/contract/call'
import { agricultureHistory, gasHistory, sensorHistory, solarHistory } from '@backlot/contract/sensors/calls'
import type { HistoryInterval, StationHistory } from '@backlot/contract/sensors/entities'
import { historySpanFault } from '@backlot/contract/sensors/history-span'
import { DAY_MS, dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { DictionaryRepository } from './dictionary-repository.ts'
import { HistoryFold } from './history-fold.ts'
import { limitsOf } from './limits-of.ts'
import type {
  PastQuantity,
  ReadingFamily,
  ReadingPointPort,
  SensorScopePort,
  StationNamePort,
  StationParamsPort,
  StationPastPort,
} from './ports.ts'

export type HistoryDeps = {
  clock: PlatformClock
  past: StationPastPort
  scope: SensorScopePort
  names: StationNamePort
  params: StationParamsPort
  dictionary: DictionaryRepository
  points: ReadingPointPort
}

const STEP_MS: Readonly<Record<HistoryInterval, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }
/** One report counts of each stretch of this length: every one of a minute, twelve of an hour, 72 of a day. */
const SAMPLE_MS: Readonly<Record<HistoryInterval, number>> = { minute: 1, hour: 300_000, day: 1_200_000 }
/** Reports that are worked out in one turn of the event loop: some milliseconds of it. */
const REPORTS_AT_ONCE = 240
/** Minutes between two reports, usually. */
const USUAL_MS = MINUTE_MS

const FAULTS = {
  startAfterEnd: ['startAfterEnd', 'startTime'],
  tooOld: ['spanTooOld', 'startTime'],
  future: ['spanInFuture', 'endTime'],
} as const satisfies Record<string, readonly [MessageKey, string]>
const TOO_LONG: Readonly<Record<HistoryInterval, MessageKey>> = {
  minute: 'only24Hours',
  hour: 'only31Days',
  day: 'only180DaysAsked',
}

const CALLS = [
  [sensorHistory, 'hjt212'],
  [solarHistory, 'solar'],
  [agricultureHistory, 'agriculture'],
  [gasHistory, 'gas'],
] as const satisfies readonly (readonly [typeof sensorHistory, ReadingFamily])[]

/** Past readings of stations by minute, hour and day: one call for each family, one rule for all. */
export function historyRoutes(deps: HistoryDeps): Route[] {
  return CALLS.map(([call, family]) =>
    route(call, ({ body }, context) => historyOf(deps, body, family, context)),
  )
}

async function historyOf(
  deps: HistoryDeps,
  body: BodyOut<typeof sensorHistory>,
  family: ReadingFamily,
  context: HandlerContext,
): Promise<DataIn<typeof sensorHistory>> {
  const { clock, past, scope } = deps
  const language = languageOf(context.request.headers)
  const { interval } = body
  const asked = body.list.map((sn) => {
    const quantities = scope.mayUse(sn, context.caller.scope) ? past.quantitiesOf(sn, family) : undefined
    if (!quantities) throw refusal('notFound', 'noReadings', {}, 'list')
    const { codes } = body
    return { sn, quantities: codes ? quantities.filter(({ code }) => codes.includes(code)) : quantities }
  })
  const [startMs, endMs] = [body.startTime * 1000, body.endTime * 1000]
  const fault = historySpanFault(interval, startMs, endMs, clock.now(), clock.zoneMinutes)
  if (fault === 'tooLong') throw refusal('invalid', TOO_LONG[interval], {}, 'endTime')
  if (fault) throw refusal('invalid', FAULTS[fault][0], {}, FAULTS[fault][1])

  const stretches = stretchesOf(
    interval,
    startMs,
    Math.min(endMs, Math.floor(clock.now())),
    clock.zoneMinutes,
  )
  const stations: StationHistory[] = []
  for (const { sn, quantities } of asked) {
    const limits = limitsOf(deps, sn, family, clock.now())
    const fold = await folded(past, sn, quantities, interval, stretches)
    stations.push({
      sn,
      name: deps.names.device(sn)?.name[language] ?? sn,
      quantities: quantities.map((quantity) => {
        const { code, name, icon, unit, decimals } = deps.dictionary.shown(quantity)
        const { values, min, max, flags } = fold.quantity(quantity)
        const converted = (list: readonly (number | null)[]) =>
          list.map((value) => (value === null ? null : deps.dictionary.value(code, value)))
        return {
          code,
          name: name[language],
          icon,
          F: unit,
          decimals,
          ...limits(code),
          values: converted(values),
          min: converted(min),
          max: converted(max),
          flags,
        }
      }),
      aqi: fold.index(interval === 'day' ? 'day' : 'hour'),
      windRose: fold.windRose(),
    })
  }
  return {
    interval,
    startTime: body.startTime,
    endTime: body.endTime,
    times: stretches.starts.map((atMs) => atMs / 1000),
    stations,
  }
}

type Stretches = { starts: number[]; stepMs: number; endMs: number }

/** Whole stretches from the one that holds the start to the one that holds the end. */
function stretchesOf(
  interval: HistoryInterval,
  startMs: number,
  endMs: number,
  zoneMinutes: number,
): Stretches {
  const stepMs = STEP_MS[interval]
  // Zones are whole hours or quarters of one: hours and minutes begin as the epoch's do by their own zone.
  const first =
    interval === 'day'
      ? dayStart(startMs, zoneMinutes)
      : Math.floor((startMs + zoneMinutes * MINUTE_MS) / stepMs) * stepMs - zoneMinutes * MINUTE_MS
  const starts: number[] = []
  for (let atMs = first; atMs <= endMs; atMs += stepMs) starts.push(atMs)
  return { starts, stepMs, endMs }
}

async function folded(
  past: StationPastPort,
  sn: string,
  quantities: readonly PastQuantity[],
  interval: HistoryInterval,
  { starts, stepMs, endMs }: Stretches,
): Promise<HistoryFold> {
  const first = starts[0] ?? 0
  const fold = new HistoryFold(quantities, starts.length, (atMs) => {
    const at = Math.floor((atMs - first) / stepMs)
    return at >= 0 && at < starts.length ? at : undefined
  })
  const everyMs = SAMPLE_MS[interval]
  const sliceMs = Math.max(everyMs, USUAL_MS) * REPORTS_AT_ONCE
  const recalled = starts.length > 0 ? await past.recallReports(sn, first, endMs + 1) : undefined
  for (let fromMs = first; starts.length > 0 && fromMs <= endMs; fromMs += sliceMs) {
    const toMs = Math.min(endMs + 1, fromMs + sliceMs)
    for (const report of recalled?.(fromMs, toMs, everyMs) ?? past.reportsOf(sn, fromMs, toMs, everyMs))
      fold.add(report)
    if (fromMs + sliceMs <= endMs) await new Promise(setImmediate)
  }
  return fold
}
