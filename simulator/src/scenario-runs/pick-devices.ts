import type { DeviceRef } from '@backlot/contract/control/scenario-actions'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { uniform } from '../world/hash.ts'

const STREAM = 985

/** The devices that a scenario names, in the directory's order. Throws notFound when there are none. */
export function pickDevices(directory: Directory, ref: DeviceRef, field: string): Device[] {
  const found = typeof ref === 'string' ? named(directory, ref) : alike(directory, ref)
  if (found.length > 0) return found
  const text = typeof ref === 'string' ? `'${ref}'` : JSON.stringify(ref)
  throw new PlatformError('notFound', `${field}: no device matches ${text}.`, field)
}

/** The first of them. */
export function pickDevice(directory: Directory, ref: DeviceRef, field: string): Device {
  return pickDevices(directory, ref, field)[0]!
}

function named(directory: Directory, ref: string): Device[] {
  if (ref === '*') return all(directory)
  const bySerial = directory.deviceBySn(ref)
  if (bySerial) return [bySerial]
  const [, word = ref, number] = /^(.*?)\s+(\d+)$/.exec(ref) ?? []
  const group = directory.groupByKey(word)
  const found = group ? below(directory, group.id) : all(directory).filter(({ kind }) => kind === word)
  if (number === undefined) return found
  const chosen = found[Number(number) - 1]
  return chosen ? [chosen] : []
}

function alike(directory: Directory, ref: Exclude<DeviceRef, string>): Device[] {
  const group = ref.group === undefined ? undefined : directory.groupByKey(ref.group)
  if (ref.group !== undefined && !group) return []
  const found = (group ? below(directory, group.id) : all(directory)).filter(
    ({ kind, slot }) =>
      (ref.kind === undefined || kind === ref.kind) &&
      (ref.online === undefined || directory.isOnline(slot) === ref.online),
  )
  const count = ref.count ?? (ref.share === undefined ? undefined : Math.round(ref.share * found.length))
  if (count === undefined || count >= found.length) return found
  const drawn = found
    .map((device) => ({ device, draw: uniform(directory.seed, device.entity, STREAM, 0) }))
    .sort((a, b) => a.draw - b.draw || a.device.slot - b.device.slot)
    .slice(0, count)
  return drawn.map(({ device }) => device).sort((a, b) => a.slot - b.slot)
}

function all(directory: Directory): Device[] {
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) devices.push(device)
  }
  return devices
}

function below(directory: Directory, groupId: number): Device[] {
  const devices: Device[] = []
  for (const slot of directory.slotsInScope(directory.scopeOf([groupId]))) {
    const device = directory.device(slot)
    if (device) devices.push(device)
  }
  return devices.sort((a, b) => a.slot - b.slot)
}
