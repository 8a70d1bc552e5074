import { createFrameReader } from '../../../wire/hj212/frame-reader.ts'
import { dataAnswer, noticeAnswer } from '../../../wire/hj212/messages.ts'
import { flagOf, VERSION_2017, versionOf } from '../../../wire/hj212/packet.ts'
import { splitDrafts } from '../../../wire/hj212/split-packets.ts'
import type { UnitRules } from '../../../wire/hj212/units.ts'
import { packetText } from '../../../wire/hj212/write-packet.ts'
import type { PastPacket } from '../past-packet.ts'
import type { UplinkDevice } from '../uplink.ts'
import { createStationClock } from './station-clock.ts'
import { formsOf, type StationSensors } from './station-data.ts'
import { createStationReports } from './station-reports.ts'
import { defaultSettings, systemNumberOf } from './station-settings.ts'

export type PastStationOptions = {
  units: UnitRules
  realtimeSeconds: number
  heartbeatSeconds: number
  password: string
  /** Offset of realtime reports from multiples of their interval. */
  realtimePhaseMs(intervalMs: number): number
}

const BEAT_MS = 1000

/**
 * The dialogue of a station (2017) with a platform that answers at once, in [fromMs, toMs) of platform time: it connects
 * when it is online, sends its reports and heartbeats, and leaves when it is not.
 */
export function* pastStation(
  device: UplinkDevice,
  options: PastStationOptions,
  fromMs: number,
  toMs: number,
): Generator<PastPacket> {
  const { units, heartbeatSeconds, password, realtimePhaseMs } = options
  const settings = defaultSettings({ realtimeSeconds: options.realtimeSeconds, password })
  const clock = createStationClock(device, settings, () => false)
  let nowMs = fromMs
  const sensors: StationSensors = {
    readingsAt: (atMs) => device.readingsAt?.(atMs) ?? [],
    version: VERSION_2017,
    units,
    forms: formsOf(units, VERSION_2017),
    get clockAheadMs() {
      return clock.aheadMs(nowMs)
    },
  }
  const head = (cn: string) => ({
    st: systemNumberOf(device.model),
    cn,
    password,
    mn: device.sn,
    flag: flagOf(VERSION_2017, { ack: true }),
  })
  let due: string[] = []
  const reports = createStationReports({
    device,
    settings,
    sensors,
    clock,
    realtimePhaseMs,
    hostNow: () => nowMs,
    lineUp({ cn, repeated, items, copies }, atMs) {
      for (const draft of splitDrafts(head(cn), repeated, items, () => clock.newQn(atMs)))
        due.push(...new Array<string>(copies).fill(packetText(draft)))
    },
    lost: () => undefined,
  })
  let isConnected = false
  let spokeMs = Number.NEGATIVE_INFINITY
  let reportedMs = nowMs
  for (; nowMs < toMs; nowMs += BEAT_MS) {
    const isUp = device.isUpAt?.(nowMs) ?? true
    if (!isUp) {
      if (isConnected) yield { kind: 'end', atMs: nowMs }
      isConnected = false
      reportedMs = nowMs
      continue
    }
    reports.make(reportedMs, nowMs)
    reports.release(nowMs, nowMs)
    reportedMs = nowMs
    if (heartbeatSeconds > 0 && nowMs - spokeMs >= heartbeatSeconds * 1000 && due.length === 0)
      due.push(packetText({ ...head('9015'), qn: clock.newQn(nowMs), cp: '' }))
    isConnected = true
    for (const frame of due) {
      spokeMs = nowMs
      yield bytesOf(nowMs, 'in', frame)
      for (const answer of answersTo(frame)) yield bytesOf(nowMs, 'out', answer)
    }
    due = []
  }
}

const bytesOf = (atMs: number, direction: 'in' | 'out', frame: string): PastPacket => ({
  kind: 'bytes',
  atMs,
  direction,
  bytes: Buffer.from(frame, 'latin1'),
})

/** 9014 to data, 9013 to notices. */
function answersTo(frame: string): string[] {
  const answers: string[] = []
  const reader = createFrameReader({
    packet(packet) {
      const asked = {
        qn: packet.qn,
        mn: packet.mn,
        password: packet.password,
        version: versionOf(packet.flag),
      }
      answers.push(packetText(packet.cn === '9015' ? noticeAnswer(asked) : dataAnswer(asked)))
    },
    problem: () => undefined,
  })
  reader.push(Buffer.from(frame, 'latin1'))
  return answers
}
