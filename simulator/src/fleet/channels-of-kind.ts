/** Default channels of a device of a kind. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { KINDS } from '../devices/kinds.ts'
import type { Name } from '../world/city/types.ts'
import type { DeviceChannel } from './device.ts'

/** Channels of a kind; `isPtz` makes the first video channel one that can be steered. */
export function channelsOfKind(
  kind: DeviceKind,
  name: Name,
  isPtz: boolean,
): readonly Omit<DeviceChannel, 'id' | 'deviceId' | 'sn'>[] {
  let isFirst = true
  return KINDS[kind].channels(name).map((plan) => {
    const isSteered = isPtz && isFirst && plan.type === CHANNEL_TYPES.video
    if (plan.type === CHANNEL_TYPES.video) isFirst = false
    return { ...plan, isPtz: isSteered }
  })
}
