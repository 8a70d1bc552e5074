import type { DataIn } from '@backlot/contract/call'
import {
  ALARM_SUMS_RANGE_MS,
  airSituation,
  alarmSituation,
  FLOWS_MOST,
  mediaSituation,
  type RecentFlow,
  recentFlows,
  weatherNow,
  workSituation,
} from '@backlot/contract/situation/calls'
import { dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Caller, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { airStationOf, meanAir } from './air-now.ts'
import { SumFold } from './fold-sums.ts'
import { HeldAnswers } from './held-answers.ts'
import type { AirPort, AlarmSumsPort, FlowsPort, MediaSituationPort, SkyPort, WorkPort } from './ports.ts'
import { weatherOf } from './weather-now.ts'

/** Stations that are asked before others get a turn. */
const STATIONS_AT_ONCE = 24
/** Routes whose owners may know the disk. */
const SERVER_ROUTES = ['/maintenance/server', '/serverManange/serverInfo']

export type SituationDeps = {
  clock: PlatformClock
  host: HostClock
  alarms: AlarmSumsPort
  air: AirPort
  flows: FlowsPort
  sky: SkyPort
  work: WorkPort
  media: MediaSituationPort
}

const turn = () => new Promise(setImmediate)

/** Sums of the present situation, for the home page and the large screen. */
export function createSituationArea(deps: SituationDeps): { routes: Route[] } {
  const { clock } = deps
  const { zoneMinutes } = clock
  const heldSums = new HeldAnswers<DataIn<typeof alarmSituation>>(deps.host)
  const heldFlows = new HeldAnswers<DataIn<typeof recentFlows>>(deps.host)
  const heldAir = new HeldAnswers<DataIn<typeof airSituation>>(deps.host)

  /** Counts civil hour by civil hour, so that a day of a million alarms keeps nobody waiting. */
  async function alarmSums(
    span: { startTime: number; endTime: number; nowMs: number },
    top: number,
    caller: Caller,
    language: Language,
  ): Promise<DataIn<typeof alarmSituation>> {
    const { startTime, endTime } = span
    const beforeMs = Math.min((endTime + 1) * 1000, Math.floor(span.nowMs) + 1)
    const zoneMs = zoneMinutes * MINUTE_MS
    const hourOf = (ms: number) => Math.floor((ms + zoneMs) / HOUR_MS) * HOUR_MS - zoneMs
    const fold = new SumFold()
    for (let hourMs = hourOf(startTime * 1000); hourMs < beforeMs; hourMs += HOUR_MS) {
      const part = {
        fromMs: Math.max(startTime * 1000, hourMs),
        beforeMs: Math.min(beforeMs, hourMs + HOUR_MS),
      }
      fold.add(hourMs, deps.alarms.sums({ ...part, scope: caller.scope }))
      await turn()
    }
    return { startTime, endTime, ...fold.result(top, language, deps.alarms) }
  }

  const alarms = route(alarmSituation, ({ query }, { caller, request }) => {
    const language = languageOf(request.headers)
    const nowMs = clock.now()
    const nowS = Math.floor(nowMs / 1000)
    const endTime = Math.min(query.endTime ?? nowS, nowS)
    const startTime = query.startTime ?? dayStart(endTime * 1000, zoneMinutes) / 1000
    if (startTime > (query.endTime ?? Math.max(nowS, startTime))) {
      throw refusal('invalid', 'startAfterEnd', {}, 'endTime')
    }
    if ((endTime - startTime) * 1000 > ALARM_SUMS_RANGE_MS) {
      throw refusal('invalid', 'only7DaysSummed', {}, 'endTime')
    }
    const key = `${scopeKey(caller.scope)}|${language}|${JSON.stringify(query)}`
    return heldSums.get(key, () => alarmSums({ startTime, endTime, nowMs }, query.top, caller, language))
  })

  const air = route(airSituation, (_input, { caller, request }) => {
    const language = languageOf(request.headers)
    return heldAir.get(`${scopeKey(caller.scope)}|${language}`, async () => {
      const nowMs = clock.now()
      const sns = deps.air.stationsIn(caller.scope)
      const list = []
      for (const [at, sn] of sns.entries()) {
        if (at > 0 && at % STATIONS_AT_ONCE === 0) await turn()
        const station = airStationOf(deps.air.station(sn, nowMs), nowMs, language)
        if (station) list.push(station)
      }
      return { stations: sns.length, reporting: list.length, mean: meanAir(list), list }
    })
  })

  const flows = route(recentFlows, ({ query }, { caller }) => {
    const { minutes, interval } = query
    return heldFlows.get(`${scopeKey(caller.scope)}|${minutes}|${interval}`, async () => {
      const toMs = Math.floor(clock.now())
      const fromMs = toMs - minutes * MINUTE_MS
      const movers = deps.flows.moversIn(caller.scope)
      const step = Math.ceil(movers.length / FLOWS_MOST)
      const list = []
      for (let at = 0; at < movers.length; at += step) {
        const sn = movers[at]!
        const track = deps.flows.trackOf(sn, fromMs, toMs, interval * 1000)
        if (track.length > 0) list.push(flowOf(sn, track))
        await turn()
      }
      return { startTime: Math.floor(fromMs / 1000), endTime: Math.floor(toMs / 1000), list }
    })
  })

  const weather = route(weatherNow, () => {
    const nowMs = clock.now()
    return weatherOf(deps.sky.at(nowMs), nowMs)
  })

  const work = route(workSituation, (_input, { caller, request }) => {
    const nowMs = clock.now()
    const todayMs = dayStart(nowMs, zoneMinutes)
    const { list, ...sums } = deps.work.orders({
      todayMs,
      nowMs,
      scope: caller.scope,
      language: languageOf(request.headers),
    })
    return {
      ...sums,
      list: list.map(({ createdMs, alarm, ...order }) => ({
        ...order,
        ...alarm,
        createTime: Math.floor(createdMs / 1000),
      })),
    }
  })

  const media = route(mediaSituation, async (_input, { caller }) => ({
    ...deps.media.media(caller.scope),
    ...deps.media.recording(clock.now()),
    ...(SERVER_ROUTES.some((path) => caller.permission.has(path)) ? { disk: await deps.media.disk() } : {}),
  }))

  return { routes: [alarms, air, flows, weather, work, media] }
}

function flowOf(sn: string, track: ReturnType<FlowsPort['trackOf']>): RecentFlow {
  return {
    sn,
    time: track.map(({ atMs }) => Math.floor(atMs / 1000)),
    longitude: track.map(({ longitude }) => Number(longitude.toFixed(6))),
    latitude: track.map(({ latitude }) => Number(latitude.toFixed(6))),
    speed: track.map(({ speedKmh }) => Math.round(speedKmh)),
  }
}
