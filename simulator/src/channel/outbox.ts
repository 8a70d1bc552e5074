import type { Alarm } from '@backlot/contract/alarms/entities'
import type { StatusChange } from '@backlot/contract/channel/frames'
import type { GpsFix } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import type { Publisher, WorkOrderChange } from '../kernel/publisher.ts'
import type { AlarmEvent, TickEvents } from './tick-events.ts'

/** Messages of areas since the last tick. The hub empties it; nothing here knows of sockets. */
export type Outbox = Publisher & {
  clockChanged(): void
  troublesChanged(): void
  /** Takes everything out, of states as many as fit into a tick, the oldest first. `hostMs` decides whether tree changes are due (500 ms after the first of them). */
  drain(hostMs: number): TickEvents
  /** Takes out what goes to single sessions and accounts; everything else waits. */
  drainPersonal(): Pick<TickEvents, 'direct' | 'notices'>
  /** Entries that wait. */
  depth(): number
}

/** States of one tick; the others follow in the next ones: a jump changes thousands at once, for every console. */
const STATUS_A_TICK = 2000

export function createOutbox(now: () => number): Outbox {
  let gps = new Map<string, GpsFix>()
  let moved = new Set<number>()
  let status = new Map<string, StatusChange>()
  let alarms = new Map<number, AlarmEvent>()
  let workOrders = new Map<number, WorkOrderChange>()
  let treeParents = new Set<number>()
  let treeDueMs = Number.POSITIVE_INFINITY
  let rest = emptyRest()

  const addAlarm = (alarm: Alarm, updateOnly: boolean) => {
    const earlier = alarms.get(alarm.id)
    // Raised and changed within a tick: sent once, as new, as it is now.
    alarms.set(alarm.id, { alarm, updateOnly: updateOnly && (earlier?.updateOnly ?? true) })
  }

  const takeStatus = (): StatusChange[] => {
    const list = [...status.values()]
    if (list.length <= STATUS_A_TICK) {
      if (list.length > 0) status = new Map()
      return list
    }
    const due = list.slice(0, STATUS_A_TICK)
    for (const { sn } of due) status.delete(sn)
    return due
  }

  /** Channels of a device whose status waits for a later tick wait with it: a console takes them in that order. */
  const holdChannels = (channels: TickEvents['channels']) => {
    const held = channels.filter(({ sn }) => status.has(sn))
    return { due: held.length === 0 ? channels : channels.filter(({ sn }) => !status.has(sn)), held }
  }

  return {
    alarms: (list, updateOnly) => {
      for (const alarm of list) addAlarm(alarm, updateOnly)
    },
    workOrders: (list) => {
      for (const change of list) workOrders.set(change.id, change)
    },
    gps: (list) => {
      for (const fix of list) gps.set(fix.sn, fix)
    },
    moved: (slots) => {
      for (const slot of slots) moved.add(slot)
    },
    status: (list) => {
      for (const change of list) status.set(change.sn, { ...status.get(change.sn), ...change })
    },
    treeChanged: (parentIds) => {
      for (const id of parentIds) treeParents.add(id)
      if (treeParents.size > 0) treeDueMs = Math.min(treeDueMs, now() + LIMITS.treeUpdateDelayMs)
    },
    resource: (sn, alarmSeq, resource) => {
      rest.resources.push({ sn, alarmSeq, resource })
    },
    channelsChanged: (sn, list, reload) => {
      rest.channels.push({ sn, list, reload })
    },
    setting: (sn, setting, result, requestId) => {
      rest.settings.push({ sn, setting, result, requestId })
    },
    account: (userId, notice) => {
      rest.notices.push({ userId, notice })
    },
    session: (sessionId, notice) => {
      rest.notices.push({ sessionId, notice })
    },
    toSession: (sessionId, message) => {
      rest.direct.push({ sessionId, message })
    },
    alarmTypesChanged: () => {
      rest.alarmTypesChanged = true
    },
    clockChanged: () => {
      rest.clockChanged = true
    },
    troublesChanged: () => {
      rest.troublesChanged = true
    },
    drainPersonal() {
      const { direct, notices } = rest
      rest.direct = []
      rest.notices = []
      return { direct, notices }
    },
    depth: () => gps.size + moved.size + status.size + alarms.size + rest.resources.length,
    drain(hostMs) {
      const treeIsDue = hostMs >= treeDueMs
      const dueStatus = takeStatus()
      const { due, held } = holdChannels(rest.channels)
      const events: TickEvents = {
        ...rest,
        channels: due,
        gps: [...gps.values()],
        moved,
        status: dueStatus,
        alarms: [...alarms.values()].sort((a, b) => (a.alarm.cursor ?? 0) - (b.alarm.cursor ?? 0)),
        workOrders: [...workOrders.values()],
        treeParents: treeIsDue ? [...treeParents] : [],
      }
      if (treeIsDue) {
        treeParents = new Set()
        treeDueMs = Number.POSITIVE_INFINITY
      }
      if (gps.size > 0) gps = new Map()
      if (moved.size > 0) moved = new Set()
      if (alarms.size > 0) alarms = new Map()
      if (workOrders.size > 0) workOrders = new Map()
      rest = emptyRest()
      rest.channels.push(...held)
      return events
    },
  }
}

type Mutable<T> = T extends readonly (infer Item)[] ? Item[] : T
type Rest = {
  -readonly [Key in Exclude<
    keyof TickEvents,
    'gps' | 'moved' | 'status' | 'alarms' | 'workOrders' | 'treeParents'
  >]: Mutable<TickEvents[Key]>
}

function emptyRest(): Rest {
  return {
    resources: [],
    channels: [],
    settings: [],
    notices: [],
    direct: [],
    clockChanged: false,
    troublesChanged: false,
    alarmTypesChanged: false,
  }
}
