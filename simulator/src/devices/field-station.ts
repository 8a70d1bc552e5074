/** A station in the field that has a camera beside its sensors: what is the same in all kinds of them. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Name } from '../world/city/types.ts'
import type { ChannelPlan, DeviceKindSpec } from './device-kind.ts'

export const FIELD_STATION = {
  protocols: ['v1'],
  speaks: ['v1', 'v3'],
  onlineFields: ['videoOnlineStatus', 'sensorOnlineStatus'],
  ability: ABILITY_BITS.video | ABILITY_BITS.acquisition | ABILITY_BITS.alarm,
} as const satisfies Partial<DeviceKindSpec>

/** Its camera, and the channel of its readings. */
export function fieldChannels(camera: Name, readings: Name): ChannelPlan[] {
  return [
    { chnId: 1, type: CHANNEL_TYPES.video, lineId: 1, name: camera },
    { chnId: 2, type: CHANNEL_TYPES.hjt212, lineId: 1, name: readings },
  ]
}
