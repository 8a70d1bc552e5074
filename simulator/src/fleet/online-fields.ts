import { FOREIGN_PROTOCOLS, PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import type { OnlineField } from '../devices/device-kind.ts'
import { KINDS } from '../devices/kinds.ts'
import { WIRE_SPECS } from '../wire/wires.ts'

/** By protocol; the other protocols leave it to the kind of the device. */
const FIELDS: ReadonlyMap<number, readonly OnlineField[]> = new Map([
  [PROTOCOL_TYPES.gb28181, ['gbOnlineStatus']],
  [PROTOCOL_TYPES.v3, ['smartOnlineStatus', 'videoOnlineStatus']],
  ...Object.values(FOREIGN_PROTOCOLS).map(({ type }) => [type, ['sensorOnlineStatus']] as const),
  ...WIRE_NAMES.map((wire) => [WIRES[wire].protocolType, WIRE_SPECS[wire].onlineFields] as const),
])

/** Which online fields a device of this protocol and kind moves when it comes and goes. */
export function onlineFieldsOf(device: { kind: DeviceKind; protocolType: number }): readonly OnlineField[] {
  return FIELDS.get(device.protocolType) ?? KINDS[device.kind].onlineFields ?? ['videoOnlineStatus']
}
