import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { OnlineField } from '../devices/device-kind.ts'
import { KINDS } from '../devices/kinds.ts'

/** Which online fields a device of this protocol and kind moves when it comes and goes. */
export function onlineFieldsOf(device: { kind: DeviceKind; protocolType: number }): readonly OnlineField[] {
  switch (device.protocolType) {
    case PROTOCOL_TYPES.gb28181:
      return ['gbOnlineStatus']
    case PROTOCOL_TYPES.hj212:
      return ['sensorOnlineStatus']
    case PROTOCOL_TYPES.jt808:
      return ['videoOnlineStatus', 'gisOnlineStatus']
    case PROTOCOL_TYPES.v3:
      return ['smartOnlineStatus', 'videoOnlineStatus']
    default:
      return KINDS[device.kind].onlineFields ?? ['videoOnlineStatus']
  }
}
