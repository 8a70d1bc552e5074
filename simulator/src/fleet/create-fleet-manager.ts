import { setImmediate } from 'node:timers/promises'
import type { FleetGroup, FleetSpec } from '@backlot/contract/control/fleet-spec'
import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Publisher } from '../kernel/publisher.ts'
import { createSerialQueue } from '../kernel/serial-queue.ts'
import type { OverlayLog } from '../timeline/overlay-log.ts'
import type { City } from '../world/city/types.ts'
import type { Newcomers } from '../world/newcomers.ts'
import {
  type AddedFleet,
  FLEET_ADDED,
  FLEET_REMOVED,
  type FleetSpan,
  fleetSpans,
  isThere,
} from './added-fleet.ts'
import type { Device } from './device.ts'
import type { Directory } from './directory.ts'
import type { DraftedFleet } from './draft-fleet.ts'
import { ADDED_FLEETS_FROM, allotmentOf, type FleetCounters, pastScenario, take } from './fleet-counters.ts'
import { ADDED_GROUPS_FROM, fleetGroups, groupIdsWanted, removeEmptyGroups } from './fleet-groups.ts'
import type { FleetInfo, FleetManager } from './fleet-manager.ts'
import { draftedFleet, newcomerFleet } from './newcomer-fleet.ts'
import { SiteError } from './site-stretches.ts'

export type FleetManagerDeps = {
  seed: number
  city: City
  directory: Directory
  /** Counters left by the scenario's fleets. */
  counters: FleetCounters
  overlay: Pick<OverlayLog, 'append' | 'entriesOf'>
  clock: PlatformClock
  host: HostClock
  publisher: Pick<Publisher, 'treeChanged'>
  log: Logger
  /** The world's list of fleets that came later. */
  newcomers: Newcomers
  /** Why its cameras cannot show their video, or encode so; undefined when they can. Left out: nobody looks. */
  mediaFault?(
    spec: Pick<FleetSpec, 'video' | 'encoding'>,
  ): Promise<{ field: string; message: string } | undefined>
  /** Devices were removed at a platform moment; resolves when their events in progress have ended. */
  left?(sns: readonly string[], atMs: number): Promise<void>
}

/** Devices that come or go before others get their turn of the event loop. */
const SLICE = 250
const BOUNDARY_CHECK_MS = 1000
/** Ids of added devices and groups begin well past those of a scenario. */
const ADDED_DEVICES_FROM = 1_000_001
const GROUP_IDS_BELOW = 99_000
/** Most devices of a platform. */
const DEVICES_MAX = 300_000

type Present = { span: FleetSpan; devices: Device[] }

/**
 * The fleets that are added while the platform runs. At once it puts those of the overlay log into the directory that
 * are there at the clock's moment; afterwards one change at a time, in slices.
 */
export function createFleetManager(deps: FleetManagerDeps): FleetManager & Disposable {
  const { seed, city, directory, overlay, clock, publisher } = deps
  const counters = pastScenario(deps.counters)
  const spans = fleetSpans(overlay.entriesOf([FLEET_ADDED, FLEET_REMOVED]))
  const present = new Map<string, Present>()
  let nextDeviceId = ADDED_DEVICES_FROM
  let nextGroupId = ADDED_GROUPS_FROM
  /** One change after the other, and everybody else in between. */
  const changes = createSerialQueue()
  /** Devices removed since the last notice. */
  let gone: { sns: string[]; atMs: number }[] = []

  const claim = ({ spec, allotment, firstDeviceId, firstGroupId }: AddedFleet) => {
    take(counters, spec, allotment)
    nextDeviceId = Math.max(nextDeviceId, firstDeviceId + spec.count)
    nextGroupId = Math.max(nextGroupId, firstGroupId + groupIdsWanted(spec, city))
  }

  const draftsOf = (fleet: Pick<AddedFleet, 'spec' | 'allotment'>) => draftedFleet(seed, city, fleet)
  const tellWorld = (span: FleetSpan, drafted?: DraftedFleet) =>
    deps.newcomers.put(newcomerFleet(span, () => drafted ?? draftsOf(span)))

  /** Puts a fleet's devices into the directory, a slice at each step. */
  function* enter(span: FleetSpan, drafted = draftsOf(span)): Generator<void, ReadonlySet<number>> {
    const { spec, group, allotment, firstDeviceId, firstGroupId, fleetId, fromMs } = span
    const groups = fleetGroups(
      directory,
      city,
      spec,
      group,
      allotment.fleet - ADDED_FLEETS_FROM + 1,
      firstGroupId,
    )
    const devices: Device[] = []
    present.set(fleetId, { span, devices })
    let taken = 0
    for (let i = 0; i < spec.count; i++) {
      const draft = drafted.at(i)
      if (directory.slotOf(draft.spec.sn) !== undefined) taken++
      else {
        const id = directory.deviceById(firstDeviceId + i) ? undefined : firstDeviceId + i
        draft.spec.groupId = groups.groupOf(draft, i)
        draft.spec.fleetId = fleetId
        draft.spec.sinceMs = fromMs
        devices.push(directory.addDevice(draft.spec, id))
      }
      if (i % SLICE === SLICE - 1) yield
    }
    if (taken > 0) deps.log.warn({ fleetId, taken }, 'serial numbers of a fleet are used by other devices')
    return groups.touched
  }

  function* leave({ span, devices }: Present): Generator<void, ReadonlySet<number>> {
    present.delete(span.fleetId)
    const touched = new Set<number>()
    const sns: string[] = []
    gone.push({ sns, atMs: Math.min(span.untilMs, clock.now()) })
    for (const [i, device] of devices.entries()) {
      if (directory.device(device.slot) !== device) continue
      touched.add(device.groupId)
      sns.push(device.sn)
      directory.removeDevice(device.slot)
      if (i % SLICE === SLICE - 1) yield
    }
    const parents = removeEmptyGroups(directory, [...touched])
    return new Set([...touched, ...parents])
  }

  /** Adds and removes the devices that have to come or go by a moment. */
  function* reconcile(atMs: number): Generator<void, ReadonlySet<number>> {
    const touched: number[] = []
    for (const there of [...present.values()]) {
      if (!isThere(there.span, atMs)) touched.push(...(yield* leave(there)))
    }
    for (const span of spans) {
      if (isThere(span, atMs) && !present.has(span.fleetId)) touched.push(...(yield* enter(span)))
    }
    return new Set(touched)
  }

  const waits = new Set<() => Promise<void>>()
  /** A slice at a turn; then consoles hear of the groups whose children changed. */
  const inSlices = async (steps: Generator<void, ReadonlySet<number>>) => {
    let step = steps.next()
    while (!step.done) {
      await setImmediate()
      step = steps.next()
    }
    await Promise.all([...waits].map((wait) => wait()))
    const went = gone
    gone = []
    for (const { sns, atMs } of went) await deps.left?.(sns, atMs)
    publisher.treeChanged([...step.value].filter((id) => id === 0 || directory.group(id)))
  }
  const settle = () =>
    void changes
      .run(() => inSlices(reconcile(clock.now())))
      .catch((error: unknown) => deps.log.error({ err: error }, 'a fleet could not be added or removed'))

  for (const span of spans) {
    claim(span)
    tellWorld(span)
  }
  for (const _ of reconcile(clock.now()));
  const isSettled = (atMs: number) => spans.every((span) => isThere(span, atMs) === present.has(span.fleetId))
  const stops = [
    clock.onChange(settle),
    deps.host.every(BOUNDARY_CHECK_MS, () => {
      if (!isSettled(clock.now())) settle()
    }),
  ]

  function plan(spec: FleetSpec): AddedFleet {
    if (directory.deviceCount() + spec.count > DEVICES_MAX) {
      throw new PlatformError('invalid', `count: a platform has at most ${DEVICES_MAX} devices.`, 'count')
    }
    if (nextGroupId + groupIdsWanted(spec, city) > GROUP_IDS_BELOW) {
      throw new PlatformError('conflict', 'split: the maximum number of groups has been reached.', 'split')
    }
    const allotment = allotmentOf(counters, spec)
    return {
      fleetId: `fleet-${allotment.fleet - ADDED_FLEETS_FROM + 1}`,
      spec,
      group: groupOf(spec.group),
      allotment,
      firstDeviceId: nextDeviceId,
      firstGroupId: nextGroupId,
    }
  }

  /** The group with its name and parent: it is created again when its first creator is gone. */
  function groupOf(wanted: FleetSpec['group']): FleetGroup {
    const key = typeof wanted === 'string' ? wanted : wanted.key
    const there = directory.groupByKey(key)
    if (there) {
      const parent = directory.group(there.parentId)?.key
      return { key, name: there.name, ...(parent === undefined ? {} : { parent }) }
    }
    if (typeof wanted === 'string') {
      throw new PlatformError('invalid', `group: there is no group ${key}.`, 'group')
    }
    if (wanted.parent !== undefined && !directory.groupByKey(wanted.parent)) {
      throw new PlatformError('invalid', `group.parent: there is no group ${wanted.parent}.`, 'group.parent')
    }
    return wanted
  }

  return {
    add: (spec) =>
      changes.run(async () => {
        const fault = await deps.mediaFault?.(spec)
        if (fault) throw new PlatformError('invalid', `${fault.field}: ${fault.message}.`, fault.field)
        const added = plan(spec)
        // Names that the city does not have are refused before anything is kept.
        const drafted = checked(() => draftsOf(added))
        claim(added)
        const { atMs } = await overlay.append({
          atMs: clock.now(),
          kind: FLEET_ADDED,
          sn: '',
          payload: added,
        })
        const span = { ...added, fromMs: atMs, untilMs: Number.POSITIVE_INFINITY }
        spans.push(span)
        tellWorld(span, drafted)
        await inSlices(enter(span, drafted))
        return { fleetId: added.fleetId, added: present.get(added.fleetId)?.devices.length ?? 0 }
      }),
    remove: (fleetId) =>
      changes.run(async () => {
        const there = present.get(fleetId)
        if (!there) throw new PlatformError('notFound', `There is no fleet ${fleetId}.`, 'fleetId')
        const { atMs } = await overlay.append({
          atMs: clock.now(),
          kind: FLEET_REMOVED,
          sn: '',
          payload: { fleetId },
        })
        there.span.untilMs = Math.max(atMs, there.span.fromMs)
        tellWorld(there.span)
        const removed = there.devices.length
        await inSlices(leave(there))
        return { fleetId, removed }
      }),
    list: () => [...present.values()].map((there) => infoOf(directory, there)),
    spans: () => spans,
    settled: changes.idle,
    beforeNotice: (wait) => void waits.add(wait),
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}

/** A place that the city lacks is the caller's mistake. */
function checked<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    throw new PlatformError('invalid', `placement: ${error.message}.`, 'placement')
  }
}

function infoOf(directory: Directory, { span, devices }: Present): FleetInfo {
  const { fleetId, spec, group, fromMs } = span
  const living = devices.filter((device) => directory.device(device.slot) === device)
  return {
    fleetId,
    name: spec.name ?? `${spec.kind} × ${spec.count}`,
    kind: spec.kind,
    count: living.length,
    online: living.reduce((sum, { slot }) => sum + (directory.isOnline(slot) ? 1 : 0), 0),
    group: group.key,
    wire: spec.wire ?? false,
    addedAtMs: fromMs,
  }
}
