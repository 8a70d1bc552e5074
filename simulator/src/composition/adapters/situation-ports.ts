import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { readAlarmSums } from '../../areas/alarms/query/alarm-sums.ts'
import { isChannelOnline, isOnline } from '../../areas/devices/tree-node.ts'
import type { MediaConfigRepository } from '../../areas/media-config/media-config-repository.ts'
import type { ReadingsPort } from '../../areas/sensors/ports.ts'
import type { SituationDeps } from '../../areas/situation/situation-area.ts'
import type { TrackPastPort } from '../../areas/tracks/ports.ts'
import { readOrderSums } from '../../areas/work-orders/order-sums.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { isEverything } from '../../calls/scope-key.ts'
import type { Store } from '../../store/store.ts'
import type { DirectoryView } from './directory-view.ts'

const VIDEO_CHANNEL = 0
const NEWEST_ORDERS = 10
/** States of streams that have an encoder or soon will. */
const RUNNING = ['starting', 'live', 'lingering']

export type SituationSources = {
  view: DirectoryView
  store: Store
  readings: ReadingsPort
  tracks: Pick<TrackPastPort, 'trackOf'>
  config: Pick<MediaConfigRepository, 'configAt'>
  streams(): readonly { sn: string; state: string; viewers: number }[]
  disk(): Promise<{ totalBytes: number; freeBytes: number }>
}

/** Sources of the situation's sums: alarms, work orders, stations, streams. */
export function createSituationPorts(
  sources: SituationSources,
): Pick<SituationDeps, 'alarms' | 'air' | 'flows' | 'work' | 'media'> {
  const { view, store } = sources
  const groupIdsOf = (scope: ScopeIntervals) => (isEverything(scope) ? undefined : view.groupIdsIn(scope))
  const devicesIn = (scope: ScopeIntervals) =>
    view.groupIdsIn(scope).flatMap((groupId) => [...view.devicesIn(groupId)])
  return {
    alarms: {
      sums: ({ fromMs, beforeMs, scope }) =>
        readAlarmSums(store.read, { fromMs, beforeMs, groupIds: groupIdsOf(scope) }),
      group(groupId) {
        const group = view.group(groupId)
        return group && { name: group.name, parent: view.group(group.parentId)?.name }
      },
      deviceName: (sn) => view.device(sn)?.name,
    },
    air: {
      stationsIn: (scope) =>
        devicesIn(scope).flatMap(({ sn, ability }) => ((ability & ABILITY_BITS.hjt212) !== 0 ? [sn] : [])),
      station(sn, nowMs) {
        const { longitude, latitude } = view.state(sn)
        const name = view.device(sn)?.name ?? { zh: sn, en: sn }
        return { sn, name, longitude, latitude, readings: sources.readings.latest(sn, 'hjt212', nowMs) }
      },
    },
    flows: {
      moversIn: (scope) =>
        devicesIn(scope).flatMap(({ sn, ability }) =>
          (ability & ABILITY_BITS.gps) !== 0 && isOnline(view.state(sn)) ? [sn] : [],
        ),
      trackOf: (sn, fromMs, toMs, everyMs) => sources.tracks.trackOf(sn, fromMs, toMs, everyMs) ?? [],
    },
    work: {
      orders: ({ scope, ...asked }) =>
        readOrderSums(store.read, { ...asked, groupIds: groupIdsOf(scope), newest: NEWEST_ORDERS }),
    },
    media: {
      media(scope) {
        let [channels, channelsOnline, streams, viewers] = [0, 0, 0, 0]
        for (const device of devicesIn(scope)) {
          const own = device.channels.filter(({ type }) => type === VIDEO_CHANNEL)
          if (own.length === 0) continue
          const state = view.state(device.sn)
          channels += own.length
          channelsOnline += own.filter(({ chnId }) => isChannelOnline(state, chnId)).length
        }
        for (const stream of sources.streams()) {
          if (!RUNNING.includes(stream.state) || !view.mayUse(stream.sn, scope)) continue
          streams += 1
          viewers += stream.viewers
        }
        return { streams, viewers, channels, channelsOnline }
      },
      recording(nowMs) {
        const { plan } = sources.config.configAt(nowMs)
        return { recordMode: plan.recordMode, keepDays: plan.keepDays }
      },
      disk: sources.disk,
    },
  }
}
