import type { DataIn } from '@backlot/contract/call'
import type { findDevices } from '@backlot/contract/devices/calls'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { DirectoryPort } from './ports.ts'

/** Devices of a scope whose name in either language contains a text, in tree order, `most` at most. */
export function devicesNamed(
  directory: Pick<DirectoryPort, 'devices' | 'inScope'>,
  scope: ScopeIntervals,
  text: string,
  most: number,
): DataIn<typeof findDevices>['list'] {
  const wanted = text.toLowerCase()
  const found: { sn: string; name: string }[] = []
  for (const { sn, name, groupId } of directory.devices()) {
    const named = [name.en, name.zh].find((one) => one.toLowerCase().includes(wanted))
    if (named === undefined || !directory.inScope(groupId, scope)) continue
    found.push({ sn, name: named })
    if (found.length === most) break
  }
  return found
}
