import type { DataIn } from '@backlot/contract/call'
import type { positions } from '@backlot/contract/devices/calls'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Language } from '../../kernel/language.ts'
import type { DirectoryPort } from './ports.ts'
import { isOnline } from './tree-node.ts'

const MOVES_BIT = 8

/** Every located device of a scope, by column. Status: bit 0 online, bits 1–2 alarmFlg, bit 3 moves. */
export function positionColumns(
  directory: DirectoryPort,
  scope: ScopeIntervals,
  language: Language,
): DataIn<typeof positions> {
  const columns: DataIn<typeof positions> = {
    sn: [],
    name: [],
    longitude: [],
    latitude: [],
    locationTime: [],
    speed: [],
    direction: [],
    status: [],
    ability: [],
    parentId: [],
    kind: [],
    kinds: [],
  }
  for (const device of directory.devices()) {
    if (!directory.inScope(device.groupId, scope)) continue
    const state = directory.state(device.sn)
    if (state.longitude === undefined || state.latitude === undefined) continue
    let kind = columns.kinds.indexOf(device.kind)
    if (kind < 0) kind = columns.kinds.push(device.kind) - 1
    columns.sn.push(device.sn)
    columns.name.push(device.name[language])
    columns.longitude.push(state.longitude)
    columns.latitude.push(state.latitude)
    columns.locationTime.push(Math.floor((state.locatedMs ?? 0) / 1000))
    columns.speed.push(state.speedKmh)
    columns.direction.push(state.directionDeg)
    columns.status.push((isOnline(state) ? 1 : 0) | (state.alarmFlg << 1) | (device.moves ? MOVES_BIT : 0))
    columns.ability.push(device.ability)
    columns.parentId.push(device.groupId)
    columns.kind.push(kind)
  }
  return columns
}
