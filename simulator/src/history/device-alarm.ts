import { onlineAt } from '../devices/connectivity.ts'
import { lostChannelsAt } from '../devices/lost-channels.ts'
import { absentAt } from '../devices/sensor-bus.ts'
import { isSilentAt } from '../devices/silence.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { lastPositionAt } from '../fleet/presence.ts'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { Quantity, World } from '../world/types.ts'
import type { AlarmDraft } from './alarm-draft.ts'

/** Alarm of a device with its cause and duration. */
export type DeviceAlarm = Pick<AlarmDraft, 'chnId' | 'alarmSeq' | 'type' | 'subType'> & {
  device: Device
  startMs: number
  endMs: number
  /** Measured quantity: nothing is raised while the line of the station does not bring it. */
  quantity?: Quantity
  /** Whom a control list recognised. */
  detail?: NonNullable<AlarmDraft['detail']>
  /** People made it happen: it may be learnt of after its moment. */
  commanded?: true
  /** People had a hand in when it begins and ends: that too may be learnt of after its moment. */
  mayBeLate?: true
  /** It was stored when it was ordered: its end comes from a device that is offline too. */
  stored?: true
  /** The platform noticed that the device is gone: raised because it is offline. */
  byServer?: true
}

export type AlarmSources = {
  world: World
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
}

/**
 * The draft of an alarm, with its end when that has come. Undefined when the device was offline or silent, or its
 * channel lost: nothing was received then.
 */
export function draftOf(sources: AlarmSources, alarm: DeviceAlarm, ended: boolean): AlarmDraft | undefined {
  const { world, commands } = sources
  const { device, startMs, endMs } = alarm
  const own = commands.commandsOf(device.sn)
  if (!alarm.stored) {
    const isOnline = onlineAt(world.seed, device.entity, startMs, own)
    if (alarm.byServer ? isOnline : !isOnline || isSilentAt(own, startMs)) return undefined
    if (!alarm.byServer && lostChannelsAt(own, startMs).has(alarm.chnId)) return undefined
  }
  if (alarm.quantity && absentAt(device, own, startMs)?.has(alarm.quantity)) return undefined
  return {
    sn: device.sn,
    chnId: alarm.chnId,
    alarmSeq: alarm.alarmSeq,
    type: alarm.type,
    subType: alarm.subType,
    startMs,
    start: placeAt(sources, device, startMs),
    ...(ended ? { state: 2 as const, endMs, end: placeAt(sources, device, endMs) } : {}),
    ...(alarm.byServer ? { alarmSource: 0 as const } : {}),
    ...(alarm.quantity ? { code: QUANTITY_DICTIONARY[alarm.quantity].code } : {}),
    ...(alarm.detail ? { detail: alarm.detail } : {}),
  }
}

function placeAt({ world, commands }: AlarmSources, device: Device, atMs: number): AlarmDraft['start'] {
  const moved = lastPositionAt(world, device, atMs, commands.commandsOf(device.sn))
  if (!moved) {
    return { longitude: device.longitude, latitude: device.latitude, speedKmh: 0, directionDeg: 0 }
  }
  const { longitude, latitude, speedKmh, directionDeg } = moved
  return { longitude, latitude, speedKmh, directionDeg }
}

const ALARM_IN = 1

/** Contacts and buttons report on an alarm input, everything else on the first channel. */
export function alarmChannel(directory: Directory, device: Device, onInput: boolean): number {
  const channels = directory.channelsOf(device.slot)
  const input = onInput ? channels.find(({ type }) => type === ALARM_IN) : undefined
  return (input ?? channels[0])?.chnId ?? 0
}
