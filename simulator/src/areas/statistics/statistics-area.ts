import { LIMITS } from '@backlot/contract/limits'
import {
  exportOnline,
  type ONLINE_SORTS,
  type OnlineDevice,
  type OnlineDeviceDay,
  onlineByDay,
  onlineByRange,
  onlineDevices,
  onlineGroups,
} from '@backlot/contract/statistics/calls'
import { sumSpanFault } from '@backlot/contract/statistics/sum-span'
import { DAY_MS, dayStart } from '@backlot/contract/time'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { addTo, dayOf, nothingYet, sumOf, type Tally, tallyOf } from './online-sum.ts'
import { createOnlineSums, onlineHours } from './online-sums.ts'
import type {
  OnlineDaySum,
  OnlineHistoryPort,
  OnlineStretch,
  StatisticsDevice,
  StatisticsDevicesPort,
} from './ports.ts'

const USUAL_DAYS = 7
/** Devices that are counted before others get a turn: some milliseconds when nothing is kept yet. */
const AT_ONCE = 24

type Range = { startTime?: number | undefined; endTime?: number | undefined }
type Choice = { sn?: string | undefined; nodeId?: number | undefined; name?: string | undefined }

/** Online times of devices, by day and range, of one, of groups and of all. */
export function createStatisticsArea(deps: {
  clock: PlatformClock
  history: OnlineHistoryPort
  devices: StatisticsDevicesPort
}): { routes: Route[] } {
  const { clock, history, devices } = deps
  const { zoneMinutes } = clock
  const sums = createOnlineSums({ history, zoneMinutes, nowMs: () => clock.now() })

  const spanOf = ({ startTime, endTime }: Range) => {
    const toMs = endTime === undefined ? clock.now() : endTime * 1000
    const fromMs = startTime === undefined ? toMs - USUAL_DAYS * DAY_MS : startTime * 1000
    const fault = sumSpanFault(fromMs, toMs, clock.now(), zoneMinutes)
    if (fault) throw refusal('invalid', fault, {}, 'startTime')
    return { fromMs, toMs }
  }
  const refuseNode = () => refusal('notFound', 'nodeNotFound', {}, 'nodeId')

  const chosen = ({ sn, nodeId, name }: Choice, context: HandlerContext): StatisticsDevice[] => {
    if (sn !== undefined) {
      const device = devices.device(sn, context.caller.scope)
      if (!device) {
        throw refusal('notFound', 'deviceNotFound', {}, 'sn')
      }
      return [device]
    }
    const list = devices.devicesBelow(nodeId, context.caller.scope)
    if (!list) throw refuseNode()
    return list.filter(named(name))
  }

  /** Counts devices a few at a time, so that a large fleet does not keep the others waiting. */
  async function count<D extends StatisticsDevice>(
    list: readonly D[],
    fromMs: number,
    toMs: number,
    each: (device: D, days: readonly OnlineDaySum[]) => void,
  ): Promise<void> {
    for (const [at, device] of list.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await new Promise(setImmediate)
      each(device, sums.daysOf(device.sn, fromMs, toMs) ?? [])
    }
  }

  const byRange = route(onlineByRange, async ({ query }, context) => {
    const { fromMs, toMs } = spanOf(query)
    const list = chosen(query, context)
    const days = new Map<number, OnlineDaySum>()
    await count(list, fromMs, toMs, (_device, own) => {
      for (const day of own) {
        const all = days.get(day.dayMs) ?? { dayMs: day.dayMs, ...nothingYet() }
        addTo(all, day)
        days.set(day.dayMs, all)
      }
    })
    const inOrder = [...days.values()].sort((a, b) => a.dayMs - b.dayMs)
    return {
      sn: query.sn,
      devices: list.length,
      sum: sumOf(tallyOf(inOrder)),
      list: inOrder.map((day) => dayOf(day, zoneMinutes)),
    }
  })

  const byDay = route(onlineByDay, async ({ query }, context) => {
    const { sn, time } = query
    const dayMs = dayStart(time === undefined ? clock.now() : time * 1000, zoneMinutes)
    const fault = sumSpanFault(dayMs, dayMs, clock.now(), zoneMinutes)
    if (fault) throw refusal('invalid', fault, {}, 'time')
    const list = chosen(query, context)
    const hours = new Map<number, OnlineDaySum>()
    const day = { dayMs, ...nothingYet() }
    let stretches: readonly OnlineStretch[] = []
    for (const [at, device] of list.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await new Promise(setImmediate)
      // From a moment before, so that going offline at midnight is seen.
      const spans = history.onlineSpansOf(device.sn, dayMs - 1, dayMs + DAY_MS) ?? []
      const own = history.onlineDays(spans, zoneMinutes).find((one) => one.dayMs === dayMs)
      if (own) addTo(day, own)
      for (const hour of onlineHours(spans, dayMs)) {
        const all = hours.get(hour.dayMs) ?? { dayMs: hour.dayMs, ...nothingYet() }
        addTo(all, hour)
        hours.set(hour.dayMs, all)
      }
      if (sn !== undefined) stretches = spans.filter(({ toMs }) => toMs > dayMs)
    }
    return {
      sn,
      devices: list.length,
      ...dayOf(day, zoneMinutes),
      hours: [...hours.values()]
        .sort((a, b) => a.dayMs - b.dayMs)
        .map((hour) => ({ time: hour.dayMs / 1000, ...sumOf(hour) })),
      list: stretches.map(({ fromMs, toMs, online }) => ({
        startTime: Math.floor(Math.max(fromMs, dayMs) / 1000),
        endTime: Math.floor(toMs / 1000),
        online,
      })),
    }
  })

  const byDevice = route(onlineDevices, async ({ query }, context) => {
    const { fromMs, toMs } = spanOf(query)
    const language = languageOf(context.request.headers)
    const rows: OnlineDevice[] = []
    await count(chosen(query, context), fromMs, toMs, (device, days) =>
      rows.push({
        sn: device.sn,
        name: device.name[language],
        groupName: device.groupName[language],
        onlineStatus: device.online ? 1 : 0,
        ...sumOf(tallyOf(days)),
      }),
    )
    const { sort = 'rate', order = 'asc', currentPage, pageSize } = query
    rows.sort(bySort(sort, order))
    const from = (currentPage - 1) * pageSize
    return { list: rows.slice(from, from + pageSize), total: rows.length, currentPage, pageSize }
  })

  const byGroup = route(onlineGroups, async ({ query }, context) => {
    const { fromMs, toMs } = spanOf(query)
    const language = languageOf(context.request.headers)
    const { scope } = context.caller
    const below = devices.groupsBelow(query.nodeId, scope)
    if (!below) throw refuseNode()
    const parts = below.groups.map((group) => ({
      ...group,
      devices: devices.devicesBelow(group.nodeId, scope) ?? [],
    }))
    if (below.own) parts.push(below.own)
    const list = []
    for (const { nodeId, name, devices: all } of parts) {
      const own = all.filter(named(query.name))
      if (own.length === 0) continue
      const tally: Tally = nothingYet()
      await count(own, fromMs, toMs, (_device, days) => addTo(tally, tallyOf(days)))
      const devicesOnline = own.filter(({ online }) => online).length
      list.push({ nodeId, name: name[language], devices: own.length, devicesOnline, ...sumOf(tally) })
    }
    return { list }
  })

  const rows = route(exportOnline, async ({ query }, context) => {
    const { fromMs, toMs } = spanOf(query)
    const language = languageOf(context.request.headers)
    if (toMs - fromMs > LIMITS.exportRangeMs) {
      throw refusal('invalid', 'only7Days', {}, 'startTime')
    }
    const { currentPage, pageSize } = query
    const all = chosen(query, context)
    const page = all.slice((currentPage - 1) * pageSize, currentPage * pageSize)
    const list: OnlineDeviceDay[] = []
    await count(page, fromMs, toMs, (device, days) => {
      for (const day of days) {
        list.push({
          sn: device.sn,
          name: device.name[language],
          groupName: device.groupName[language],
          ...dayOf(day, zoneMinutes),
        })
      }
    })
    return { list, total: all.length, currentPage, pageSize }
  })

  return { routes: [byDay, byRange, byDevice, byGroup, rows] }
}

/** Devices whose name (in any language) or serial number holds a text. */
function named(text: string | undefined): (device: StatisticsDevice) => boolean {
  const wanted = text?.trim().toLowerCase()
  if (!wanted) return () => true
  return ({ sn, name }) =>
    [sn, name.zh, name.en].some((candidate) => candidate.toLowerCase().includes(wanted))
}

function bySort(sort: (typeof ONLINE_SORTS)[number], order: 'asc' | 'desc') {
  const turn = order === 'desc' ? -1 : 1
  return (a: OnlineDevice, b: OnlineDevice) => {
    const [x, y] = [a[sort], b[sort]]
    const first = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y))
    return turn * first || a.sn.localeCompare(b.sn)
  }
}
