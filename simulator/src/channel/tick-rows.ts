import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Directory } from '../fleet/directory.ts'
import type { StatusColumns } from '../fleet/status-columns.ts'
import type { Pace } from './channel-pace.ts'
import type { AlarmEvent, TickEvents } from './tick-events.ts'

/** A row with the device it concerns; its JSON is made once, when the first audience wants it. */
export type Row = { slot: number; json: () => string }

export type TickRows = {
  gps: readonly Row[]
  status: readonly Row[]
  alarms: readonly { slot: number; event: AlarmEvent }[]
  alarmJson: (alarm: Alarm) => string
  /** Cursor up to which alarms have been published, this tick's included. */
  publishedCursor: number
  /** Host time of the tick. */
  atMs: number
  /** How many alarms may be sent in full. */
  pace: Pace
  /** Whole messages about one device. */
  deviceMessages: readonly Row[]
}

/** Looks the devices of a tick's events up and makes their JSON shareable. */
export function tickRows(
  directory: Directory,
  events: TickEvents,
  tick: Pick<TickRows, 'publishedCursor' | 'atMs' | 'pace'>,
): TickRows {
  const slotOf = (sn: string) => directory.slotOf(sn) ?? -1
  const row = (sn: string, value: object): Row => ({
    slot: slotOf(sn),
    json: once(() => JSON.stringify(value)),
  })
  const alarmTexts = new Map<Alarm, string>()
  return {
    ...tick,
    gps: [...events.gps.map((fix) => row(fix.sn, fix)), ...movedRows(directory, events.moved)],
    status: events.status.map((change) => row(change.sn, change)),
    alarms: events.alarms.map((event) => ({ slot: slotOf(event.alarm.sn), event })),
    alarmJson(alarm) {
      const known = alarmTexts.get(alarm)
      if (known !== undefined) return known
      const text = JSON.stringify(alarm)
      alarmTexts.set(alarm, text)
      return text
    },
    deviceMessages: [
      ...events.resources.map((resource) => row(resource.sn, { type: 'resource', ...resource })),
      ...events.channels.map((change) => row(change.sn, { type: 'channelChange', ...change })),
      ...events.settings.map((setting) => row(setting.sn, { type: 'setting', ...setting })),
    ],
  }
}

function movedRows(directory: Directory, moved: ReadonlySet<number>): Row[] {
  const rows: Row[] = []
  for (const slot of moved) {
    const device = directory.device(slot)
    if (device) rows.push({ slot, json: once(() => fixJson(device.sn, directory.columns(), slot)) })
  }
  return rows
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A position as the channel sends it, written straight from the directory's columns (see GpsFix). */
function fixJson(sn: string, columns: Readonly<StatusColumns>, slot: number): string {
  const { longitude, latitude, speedKmh, directionDeg, locationTimeMs } = columns
  const speed = Math.round(speedKmh[slot]! * 10) / 10
  return `{"sn":${JSON.stringify(sn)},"longitude":${longitude[slot]!},"latitude":${latitude[slot]!},"speed":${speed},"direction":${directionDeg[slot]!},"locationTime":${Math.floor(locationTimeMs[slot]! / 1000)}}`
}
