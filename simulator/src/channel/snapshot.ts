import type { StatusChange, Topic } from '@backlot/contract/channel/frames'
import type { GpsFix } from '@backlot/contract/devices/entities'
import type { DeviceState } from '../fleet/device.ts'
import type { Directory, Interval } from '../fleet/directory.ts'
import { encodeList } from './frame-codec.ts'
import { type Subscription, slotsOf } from './subscription.ts'

/** Devices of one message: some 100 kB. */
const CHUNK = 800

/** The present state of the devices in a subscription, a message at each step. */
export function* snapshotMessages(
  directory: Directory,
  permitted: readonly Interval[],
  { topics, scope }: Subscription,
): Generator<string> {
  const wants = (topic: Topic) => topics.includes(topic)
  if (!wants('gps') && !wants('status')) return
  let gps: string[] = []
  let status: string[] = []
  const take = function* () {
    if (gps.length > 0) yield encodeList('gps', gps)
    if (status.length > 0) yield encodeList('status', status)
    gps = []
    status = []
  }
  // The slots of this moment; a device that goes meanwhile is passed over.
  for (const slot of [...slotsOf(directory, permitted, scope)]) {
    const device = directory.device(slot)
    if (!device) continue
    const state = directory.state(slot)
    if (wants('gps') && (state.longitude !== 0 || state.latitude !== 0))
      gps.push(JSON.stringify(fixOf(device.sn, state)))
    if (wants('status')) status.push(JSON.stringify(statusOf(device.sn, state)))
    if (gps.length >= CHUNK || status.length >= CHUNK) yield* take()
  }
  yield* take()
}

export function fixOf(sn: string, state: DeviceState): GpsFix {
  return {
    sn,
    longitude: state.longitude,
    latitude: state.latitude,
    speed: state.speedKmh,
    direction: state.directionDeg,
    locationTime: Math.floor(state.locationTimeMs / 1000),
  }
}

function statusOf(sn: string, state: DeviceState): StatusChange {
  const { videoOnlineStatus, sensorOnlineStatus, gbOnlineStatus, smartOnlineStatus, gisOnlineStatus } = state
  return {
    sn,
    videoOnlineStatus,
    sensorOnlineStatus,
    gbOnlineStatus,
    smartOnlineStatus,
    gisOnlineStatus,
    alarmFlg: state.alarmFlg,
  }
}
