import type { Alarm } from '@backlot/contract/alarms/entities'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { deviceBySn } from '../device-tree/device-store.ts'

type Named = Pick<Alarm, 'sn' | 'chnId' | 'devName' | 'chnName'>
type Device = Pick<TreeNode, 'name' | 'chnList'> | undefined

/** Names of an alarm's device and channel: as the tree calls them now, else as the alarm does. */
export function alarmNames(
  alarm: Named,
  device: Device = deviceBySn(alarm.sn),
): { device: string; channel: string } {
  const channel = device?.chnList?.find(({ chnId }) => chnId === alarm.chnId)
  return { device: device?.name || alarm.devName, channel: channel?.name || alarm.chnName }
}

/** Both names in one line; a channel with the name of its device is not repeated. */
export function placeName(alarm: Named, of?: Device): string {
  const { device, channel } = alarmNames(alarm, of)
  return channel === '' || channel === device ? device : `${device} · ${channel}`
}
