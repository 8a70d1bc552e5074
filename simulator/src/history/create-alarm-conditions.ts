/**
 * Draws alarms of devices' conditions: each row looks for its cause in drawn hours, among devices one after the other,
 * so any hour can be computed alone and is the same on every machine with this seed. A fleet of a demo has some two
 * dozen a day, however often the causes are there: they are warnings, not a log.
 */
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import type { AlarmCondition, Held } from '../devices/alarm-type.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { hash32, hashText, uniform } from '../world/hash.ts'
import type { World } from '../world/types.ts'
import { ALARM_SUB_TYPES } from './alarm-types/alarm-types.ts'
import { LONGEST_CONDITION_MS } from './alarm-types/condition.ts'
import { alarmChannel, type DeviceAlarm } from './device-alarm.ts'

const STREAM = { being: 3101, hour: 3102, moment: 3103, device: 3104 }
const REMEMBERED_HOURS = 400
const MOST_A_CELL = 12

export type AlarmConditions = {
  /** Alarms that touch [fromMs, toMs]; only those that a device named could have, when one is. */
  touching(fromMs: number, toMs: number, sn?: string): DeviceAlarm[]
  /** Discards cached results: the sky or the devices have changed. */
  forget(): void
}

/** A condition with the devices that it asks: the platform's original ones, which do not change. */
type Asked = AlarmCondition & {
  raised: (typeof ALARM_SUB_TYPES)[number]
  code: number
  sns: readonly string[]
}
type Found = Held & { sn: string; seq: string; row: Asked }

export function createAlarmConditions({
  world,
  directory,
}: {
  world: World
  directory: Directory
}): AlarmConditions {
  const rows = askedRows(directory)
  /** By row, then hour: a query for one device only computes the rows of its kind. */
  const known = new Map<Asked, Map<number, readonly Found[]>>(rows.map((each) => [each, new Map()]))
  const everything = new Map<number, readonly Found[]>()

  function inHour(row: Asked, hour: number): readonly Found[] {
    const hours = known.get(row)!
    const made = hours.get(hour)
    if (made) return made
    if (hours.size >= REMEMBERED_HOURS) hours.clear()
    const found = drawn(row, hour)
    hours.set(hour, found)
    return found
  }

  /** Of all rows: a query repeated twice a second costs one look-up an hour. */
  function allInHour(hour: number): readonly Found[] {
    const made = everything.get(hour)
    if (made) return made
    if (everything.size >= REMEMBERED_HOURS) everything.clear()
    const found = rows.flatMap((row) => inHour(row, hour))
    everything.set(hour, found)
    return found
  }

  function drawn(row: Asked, hour: number): readonly Found[] {
    const found: Found[] = []
    const dayHour = hour + ZONE_HOURS
    const cell = Math.floor(dayHour / row.everyHours)
    const open = openHours(row, cell)
    for (let n = 0; n < countIn(row, cell); n++) {
      const entity = hash32(row.code, n, STREAM.being, 1)
      const nth = hash32(world.seed, entity, STREAM.hour, cell) % Math.max(1, open.length)
      if (open[nth] !== dayHour) continue
      const one = firstFound(row, entity, hour)
      if (one && !found.some(({ sn }) => sn === one.sn)) found.push(one)
    }
    return found
  }

  /** How many are looked for in a cell: by the square root of the fleet; a small one is looked at in some cells only. */
  function countIn(row: Asked, cell: number): number {
    const share = row.sns.length / row.perDevices
    if (share >= 0.75) return Math.min(MOST_A_CELL, Math.round(Math.sqrt(share)))
    return uniform(world.seed, row.code, STREAM.being, cell) < share ? 1 : 0
  }

  function firstFound(row: Asked, entity: number, hour: number): Found | undefined {
    const fromMs = hour * HOUR_MS
    const atMs = Math.floor(fromMs + uniform(world.seed, entity, STREAM.moment, hour) * HOUR_MS)
    const first = hash32(world.seed, entity, STREAM.device, hour)
    for (let nth = 0; nth < Math.min(row.tries, row.sns.length); nth++) {
      const sn = row.sns[(first + nth) % row.sns.length]!
      const device = directory.deviceBySn(sn)
      if (!device) continue
      const held = row.find({ world, device, fromMs, toMs: fromMs + HOUR_MS, atMs })
      if (!held) continue
      const startMs = Math.floor(held.startMs)
      const seq = `${row.raised.subType.toLowerCase()}-${device.id}-${Math.floor(startMs / 1000).toString(36)}`
      const endMs = Math.min(Math.floor(held.endMs), startMs + LONGEST_CONDITION_MS)
      const { quantity } = held
      return { sn, startMs, endMs, seq, row, ...(quantity ? { quantity } : {}) }
    }
    return undefined
  }

  return {
    touching(fromMs, toMs, sn) {
      const alarms: DeviceAlarm[] = []
      const named = sn === undefined ? undefined : directory.deviceBySn(sn)
      if (sn !== undefined && !named) return alarms
      const asked = named && rows.filter((row) => asks(row, named))
      const firstHour = Math.floor((fromMs - LONGEST_CONDITION_MS) / HOUR_MS)
      for (let hour = firstHour; hour * HOUR_MS <= toMs; hour++) {
        for (const one of asked ? asked.flatMap((row) => inHour(row, hour)) : allInHour(hour)) {
          if (one.startMs > toMs || one.endMs < fromMs || (named && one.sn !== named.sn)) continue
          const device = directory.deviceBySn(one.sn)
          if (device) alarms.push(alarmOf(one, device))
        }
      }
      return alarms
    },
    forget() {
      for (const hours of known.values()) hours.clear()
      everything.clear()
    },
  }

  function alarmOf({ seq, row, startMs, endMs, quantity }: Found, device: Device): DeviceAlarm {
    const { type, subType, onInput } = row.raised
    return {
      device,
      chnId: alarmChannel(directory, device, onInput === true),
      alarmSeq: seq,
      type,
      subType,
      startMs,
      endMs,
      ...(quantity ? { quantity } : {}),
      ...(row.byServer ? { byServer: true as const } : {}),
    }
  }
}

const ZONE_HOURS = 8

/** The hours of a cell, counted as days' hours since the epoch, in which a row is looked for. */
function openHours({ everyHours, hours }: AlarmCondition, cell: number): number[] {
  const all = Array.from({ length: everyHours }, (_, nth) => cell * everyHours + nth)
  return hours ? all.filter((hour) => hours(toCivil((hour - ZONE_HOURS) * HOUR_MS).hour)) : all
}

function askedRows(directory: Directory): Asked[] {
  const own: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device && !device.foreign && device.fleetId === undefined) own.push(device)
  }
  own.sort((a, b) => a.id - b.id)
  return ALARM_SUB_TYPES.flatMap((raised) => {
    const { type, subType, condition } = raised
    if (!condition) return []
    const sns = own.filter((device) => asks(condition, device)).map(({ sn }) => sn)
    return { ...condition, raised, code: hashText(`${type}-${subType}`), sns }
  })
}

function asks({ kinds, models }: AlarmCondition, { kind, model }: Device): boolean {
  return kinds.includes(kind) && (models === undefined || models.includes(model ?? ''))
}
