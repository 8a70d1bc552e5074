/** Alarms caused by commands (buttons, power cuts), and by contacts on controllers that closed by themselves. */

import { KINDS } from '../devices/kinds.ts'
import { powerCuts } from '../devices/mains.ts'
import { closedSpans } from '../devices/sensor-controller/sensor-controller.ts'
import { sosCallsIn } from '../devices/sos.ts'
import type { Device } from '../fleet/device.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'

const ALARM_IN = 1
const SOS = { type: 'IoAlarm', subType: 'SOS' }
/** No controller has more alarm inputs. */
const INPUTS_MOST = 4
/** An SOS call is over by then. */
const LONGEST_SOS_MS = 3_600_000

/** SOS alarms of one device that touch [fromMs, toMs]. */
export function sosAlarms(
  sources: AlarmSources,
  device: Device,
  fromMs: number,
  toMs: number,
): DeviceAlarm[] {
  const { directory, commands } = sources
  return sosCallsIn(commands.commandsOf(device.sn), fromMs - LONGEST_SOS_MS, toMs + 1)
    .filter((call) => call.toMs >= fromMs)
    .map((call) => ({
      device,
      chnId: call.chnId ?? alarmChannel(directory, device, true),
      alarmSeq: `sos-c${call.seq}`,
      ...(KINDS[device.kind].button ?? SOS),
      startMs: call.fromMs,
      endMs: Math.min(call.toMs, call.fromMs + LONGEST_SOS_MS),
      commanded: true as const,
    }))
}

/** Alarms of one device's power cuts that touch [fromMs, toMs]: they are stored when the cut is, and end with it. */
export function powerCutAlarms(
  { commands }: AlarmSources,
  device: Device,
  fromMs: number,
  toMs: number,
): DeviceAlarm[] {
  return powerCuts(commands.commandsOf(device.sn))
    .filter((cut) => cut.fromMs <= toMs && cut.toMs >= fromMs)
    .map((cut) => ({
      device,
      chnId: cut.chnId,
      alarmSeq: cut.alarmSeq,
      type: 'DeviceAlarm',
      subType: 'PowerLoss',
      startMs: cut.fromMs,
      endMs: cut.toMs,
      commanded: true as const,
      stored: true as const,
    }))
}

/** Contacts of one controller that are closed in [fromMs, toMs]. */
export function contactAlarms(
  { world, directory }: AlarmSources,
  device: Device,
  fromMs: number,
  toMs: number,
): DeviceAlarm[] {
  // Most have none in an hour or two: their channels are not made for that.
  const spans = Array.from({ length: INPUTS_MOST }, (_, index) =>
    closedSpans(world.seed, device.entity, index + 1, fromMs, toMs).filter(
      (span) => span.fromMs >= (device.sinceMs ?? span.fromMs),
    ),
  )
  if (spans.every(({ length }) => length === 0)) return []
  const inputs = directory.channelsOf(device.slot).filter(({ type }) => type === ALARM_IN)
  return inputs.flatMap(({ chnId }, index) =>
    (spans[index] ?? []).map((span) => ({
      device,
      chnId,
      alarmSeq: `contact-${device.id}-${chnId}-${Math.floor(span.fromMs / 1000).toString(36)}`,
      type: 'IoAlarm',
      subType: index === 0 ? 'DoorOpen' : 'Tamper',
      startMs: span.fromMs,
      endMs: span.toMs,
    })),
  )
}
