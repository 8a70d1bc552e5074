import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import { formatTime } from '../../platform/clock.ts'

const CLIP = 2

/** Whether what an alarm carries is a clip (stated: type 1 picture, 2 video). */
export function isClip(resource: Pick<AlarmResource, 'type'>): boolean {
  return resource.type === CLIP
}

/** Name of the file that a picture or clip of an alarm is saved as: device, moment, place in the alarm. */
export function resourceName(
  alarm: Pick<Alarm, 'devName' | 'startTime' | 'resource'>,
  index: number,
): string {
  const resource = alarm.resource[index]
  const ending = /\.([a-z0-9]{2,4})(?:$|\?)/i.exec(resource?.url ?? '')?.[1]
  const kind = ending ?? (resource && isClip(resource) ? 'mp4' : 'jpg')
  const stem = `${alarm.devName} ${formatTime(alarm.startTime)} ${index + 1}`
  return `${stem.replace(/[\\/:*?"<>|\s]+/g, '-')}.${kind}`
}
