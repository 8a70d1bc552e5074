import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { formatTime } from '../../platform/clock.ts'

const CLIP = 2

/** Whether an alarm's resource is a clip (stated: type 1 picture, 2 video). */
export function isClip(resource: Pick<AlarmResource, 'type'>): boolean {
  return resource.type === CLIP
}

type Pictured = Pick<Alarm, 'sn' | 'chnId' | 'devName' | 'chnName' | 'startTime' | 'resource'>

/** Name of the file that a picture or clip of an alarm is saved as: device, moment, place in the alarm. */
export function resourceName(alarm: Pictured, index: number, { device } = alarmNames(alarm)): string {
  const resource = alarm.resource[index]
  const ending = /\.([a-z0-9]{2,4})(?:$|\?)/i.exec(resource?.url ?? '')?.[1]
  const kind = ending ?? (resource && isClip(resource) ? 'mp4' : 'jpg')
  const stem = `${device} ${formatTime(alarm.startTime)} ${index + 1}`
  return `${stem.replace(/[\\/:*?"<>|\s]+/g, '-')}.${kind}`
}
