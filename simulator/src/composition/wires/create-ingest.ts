import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { OnlineField } from '../../devices/device-kind.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import { onlineFieldsOf } from '../../fleet/online-fields.ts'
import { DeviceTakeovers, type TakeoverDrive } from '../../gateways/device-takeovers.ts'
import type { StoredValue } from '../../gateways/foreign-history.ts'
import type { Admission, DeviceIngest, ReceivedReadings, ReceivedValue } from '../../gateways/ingest.ts'
import { createLatestReadings, type LatestValue } from '../../gateways/latest-readings.ts'
import type { AlarmDraft } from '../../history/alarm-draft.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { createRetryingWrites } from '../../store/retrying-writes.ts'
import type { Store } from '../../store/store.ts'
import type { ForeignDevices } from './open-foreign-devices.ts'

/** The password of every device of our own fleet on a wire with passwords. */
export const OWN_WIRE_PASSWORD = '123456'
const PACKET_TEXT_MAX = 2400

const NO_DRIVE: TakeoverDrive = { release: () => {}, takeBack: () => {} }
const NO_ALARMS: DeviceAlarmRepository = { raise: async () => {}, openAlarm: () => undefined }

/** Where alarms of devices are kept. */
export type DeviceAlarmRepository = Pick<DeviceIngest, 'openAlarm'> & {
  raise(draft: AlarmDraft): Promise<unknown>
}

export type PlatformIngest = DeviceIngest & {
  /** Last readings of a device on a wire, by code; undefined when it has reported nothing. */
  latestReadings(sn: string): readonly LatestValue[] | undefined
  /** Foreign devices, and rows that wait or were dropped. */
  stats(): { foreign: number; waiting: number; dropped: number; refused: ReadonlyMap<string, number> }
}

/**
 * Ingest of gateways: devices that come for the first time join the tree, live state goes into the directory and to
 * consoles, and reports of foreign devices are stored. Devices of our own fleet have no rows: their past is the
 * world's.
 */
export function createIngest(
  deps: {
    store: Store
    directory: Directory
    publisher: Pick<Publisher, 'moved' | 'treeChanged'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    foreign: ForeignDevices
    /** Whether unknown devices are taken. */
    discover: boolean
    /** Who drives the devices of our own, in whose place real ones may come; left out: nobody. */
    drive?: TakeoverDrive
    /** Where alarms of devices go; left out: nowhere. */
    alarms?: DeviceAlarmRepository
  },
  disposal: Disposal,
): PlatformIngest {
  const { directory, publisher, clock, host, log, foreign } = deps
  const { drive = NO_DRIVE, alarms: alarmRepository = NO_ALARMS } = deps
  const { registry, queue, history, isForeign } = foreign
  const latest = createLatestReadings()
  const passwords = new Map<string, string>()
  const refused = new Map<string, number>()
  const takeovers = new DeviceTakeovers(drive, log)
  const fail = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const alarms = createRetryingWrites(host, fail('an alarm of a device could not be stored'))
  for (const { sn, wirePassword } of registry.kept) {
    if (wirePassword !== null) passwords.set(sn, wirePassword)
  }
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind !== 'deviceRemoved') return
      latest.forget(change.device.sn)
      passwords.delete(change.device.sn)
      takeovers.forget(change.device.sn)
    }),
  )

  const refuse = (reason: 'unknown' | 'password' | 'kind' | 'full'): Admission => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1)
    return { refused: reason }
  }

  const wirePassword = (sn: string): string | undefined => {
    const own = passwords.get(sn)
    if (own !== undefined) return own
    const device = directory.deviceBySn(sn)
    const asks = device && !device.foreign && device.protocolType === PROTOCOL_TYPES.hj212
    return asks ? OWN_WIRE_PASSWORD : undefined
  }
  const setPassword = (sn: string, password: string) => {
    passwords.set(sn, password)
    if (isForeign(sn))
      void deps.store
        .write('foreign.setPassword', { sn, password })
        .catch(fail('a password could not be stored'))
  }

  const setOnline = (device: Device, online: 0 | 1, atMs: number) => {
    const fields: Partial<Record<OnlineField, number>> = {}
    for (const field of onlineFieldsOf(device)) fields[field] = online
    directory.setOnline(device.slot, fields)
    if (device.foreign) queue.presence([device.sn, atMs, online])
  }

  return {
    async admit(claim, atMs) {
      for (let change = registry.underWay(claim.sn); change; change = registry.underWay(claim.sn))
        await change
      const device = directory.deviceBySn(claim.sn)
      if (device) {
        if (device.protocolType !== claim.protocolType) return refuse('kind')
        const due = wirePassword(claim.sn)
        if (due !== undefined && claim.password !== due) return refuse('password')
        if (due === undefined && claim.password !== undefined) setPassword(claim.sn, claim.password)
        if (device.foreign) registry.cameFrom(claim.sn, claim.from)
        return { admitted: device }
      }
      if (!deps.discover) return refuse('unknown')
      const discovered = registry.discover(claim, atMs)
      if (!discovered) return refuse('full')
      // Another connection meanwhile must show the same.
      if (claim.password !== undefined) passwords.set(claim.sn, claim.password)
      try {
        return { admitted: await discovered }
      } catch (error) {
        passwords.delete(claim.sn)
        throw error
      }
    },
    wirePassword,
    setWirePassword: setPassword,
    isOwnPlace(sn) {
      const device = directory.deviceBySn(sn)
      return device !== undefined && takeovers.isOwnPlace(device)
    },
    connected(sn, atMs) {
      const device = directory.deviceBySn(sn)
      if (!device) return
      takeovers.came(device)
      setOnline(device, 1, atMs)
    },
    disconnected(sn, atMs) {
      const device = directory.deviceBySn(sn)
      if (!device) return
      // Its driver reports its current state.
      if (takeovers.left(device)) latest.forget(sn)
      else setOnline(device, 0, atMs)
    },
    position(sn, fix) {
      const device = directory.deviceBySn(sn)
      if (!device) return
      const nowMs = clock.now()
      // Nobody was anywhere in the future: there it would hide where the device is from now on.
      const atMs = Math.min(fix.atMs, nowMs)
      if (device.foreign) {
        registry.spoke(sn)
        queue.position([
          sn,
          atMs,
          fix.longitude,
          fix.latitude,
          fix.speedKmh,
          fix.directionDeg,
          fix.mileageKm ?? null,
          fix.fuelL ?? null,
          fix.accOn === undefined ? null : fix.accOn ? 1 : 0,
          fix.satellites ?? null,
          fix.late ? 1 : 0,
        ])
        queue.seen(sn, nowMs)
      }
      const shownMs = directory.state(device.slot).locationTimeMs
      if (fix.late && atMs < shownMs && shownMs <= nowMs) return
      directory.setPosition(device.slot, fix.longitude, fix.latitude, atMs, fix.speedKmh, fix.directionDeg)
      publisher.moved([device.slot])
    },
    readings(sn, received) {
      latest.take(sn, received, clock.now())
      if (!isForeign(sn)) return
      registry.spoke(sn)
      queue.readings([sn, received.interval, received.atMs, stored(received), received.late ? 1 : 0])
      queue.seen(sn, clock.now())
    },
    alarm(sn, alarm) {
      if (isForeign(sn)) {
        registry.spoke(sn)
        queue.seen(sn, clock.now())
      }
      const { position } = alarm
      const draft: AlarmDraft = {
        sn,
        chnId: alarm.chnId,
        alarmSeq: alarm.alarmSeq,
        type: alarm.type,
        subType: String(alarm.subType),
        startMs: alarm.atMs,
        ...(alarm.endMs === undefined ? {} : { endMs: alarm.endMs, state: 2 }),
        ...(alarm.receivedMs === undefined ? {} : { receivedMs: alarm.receivedMs }),
        ...(alarm.deviceTime === undefined ? {} : { deviceTime: alarm.deviceTime }),
        ...(position ? { start: { ...position, speedKmh: 0, directionDeg: 0 } } : {}),
      }
      alarms.add(() => alarmRepository.raise(draft))
    },
    openAlarm: (sn, seqPrefix, chnId) => alarmRepository.openAlarm(sn, seqPrefix, chnId),
    packet(sn, { atMs, direction, text, problem }) {
      if (isForeign(sn)) queue.packet([sn, atMs, direction, text.slice(0, PACKET_TEXT_MAX), problem ?? null])
    },
    onGivenUp: foreign.onGivenUp,

    latestReadings(sn) {
      const live = latest.of(sn)
      if (live) return live
      // After a start the last report holds until the next one comes.
      const before = isForeign(sn) ? history.lastReadings(sn) : []
      return before.length > 0 ? before : undefined
    },
    stats: () => ({ foreign: registry.count, waiting: queue.depth(), dropped: queue.dropped(), refused }),
  }
}

/** The rows of a report as they are stored. */
function stored({ rows }: ReceivedReadings): string {
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row.code, storedValue(row)])))
}

function storedValue({ value, flag, min, max, sum }: ReceivedValue): StoredValue {
  if (min === undefined && max === undefined && sum === undefined)
    return flag === undefined ? [value] : [value, flag]
  return [value, flag ?? null, min ?? null, max ?? null, sum ?? null]
}
