import { KINDS } from '../devices/kinds.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { ALARM_TYPES } from '../history/alarm-types/alarm-types.ts'
import { PlatformError } from '../kernel/platform-error.ts'

/**
 * The devices of a storm: those named, else the online ones that `fits` accepts. Throws notFound for an unknown serial
 * number and conflict when none is left.
 */
export function stormDevices(
  directory: Directory,
  sns: readonly string[] | undefined,
  fits: (device: Device) => boolean = () => true,
): Device[] {
  if (sns !== undefined && sns.length > 0) {
    return sns.map((sn) => {
      const device = directory.deviceBySn(sn)
      if (!device) throw new PlatformError('notFound', `devices: there is no device ${sn}.`, 'devices')
      if (!fits(device))
        throw new PlatformError('invalid', `devices: ${sn} does not support this.`, 'devices')
      return device
    })
  }
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device && directory.isOnline(slot) && fits(device)) devices.push(device)
  }
  if (devices.length === 0) throw new PlatformError('conflict', 'No such device is online.')
  return devices
}

export type AlarmKind = { type: string; subType: string }

/** `type` is all its sub-types, `type-subType` that one; nothing given is every kind there is. Throws notFound. */
export function stormTypes(wanted: readonly string[] | undefined): AlarmKind[] {
  const all = ALARM_TYPES.flatMap(({ type, subTypes }) => subTypes.map(({ subType }) => ({ type, subType })))
  if (wanted === undefined || wanted.length === 0) return all
  return wanted.flatMap((text) => {
    const found = all.filter(({ type, subType }) => type === text || `${type}-${subType}` === text)
    if (found.length === 0)
      throw new PlatformError('notFound', `types: there is no alarm type ${text}.`, 'types')
    return found
  })
}

/** Kinds with an emergency button. */
export function hasSosButton({ kind }: Device): boolean {
  return KINDS[kind].button !== undefined
}
