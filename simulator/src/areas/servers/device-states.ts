import type { QueryOut } from '@backlot/contract/call'
import type { listDeviceStates } from '@backlot/contract/servers/calls'
import type { DeviceStateRow } from '@backlot/contract/servers/entities'
import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { Language, Named } from '../language.ts'
import { pageOfRows, sortedBy } from '../row-pages.ts'

/** A device as it is now. */
export type StateRecord = {
  sn: string
  name: Named
  groupId: number
  kind: string
  protocolType: number
  channels: number
  online: boolean
  alarmFlg: number
  /** Undefined: it has told no position. */
  locatedMs: number | undefined
  gpsLost: boolean
}

export type StatesPort = {
  /** Devices of a scope, below a group when one is given. */
  devices(scope: ScopeIntervals, nodeId: number | undefined): Iterable<StateRecord>
  counts(scope: ScopeIntervals): { total: number; online: number; alarm: number }
  groupName(groupId: number, language: Language): string
  /** Its own connection to a gateway; undefined when it has none. */
  connection(sn: string): { remote: string; sinceMs: number; heardMs: number } | undefined
}

const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))

/** A page of devices with their state. Connections are looked up for the rows of the page alone. */
export function deviceStates(
  port: StatesPort,
  query: QueryOut<typeof listDeviceStates>,
  scope: ScopeIntervals,
  language: Language,
) {
  const part = query.text?.trim().toLowerCase() ?? ''
  const rows: StateRecord[] = []
  for (const device of port.devices(scope, query.nodeId)) {
    if (query.online !== undefined && device.online !== (query.online === 1)) continue
    if (query.protocolType !== undefined && device.protocolType !== query.protocolType) continue
    if (query.trouble === 'alarm' && device.alarmFlg !== 1) continue
    if (query.trouble === 'gpsLost' && !device.gpsLost) continue
    if (
      part &&
      !device.sn.toLowerCase().includes(part) &&
      !device.name[language].toLowerCase().includes(part)
    ) {
      continue
    }
    rows.push(device)
  }
  const keys = {
    sn: (device: StateRecord) => device.sn,
    name: (device: StateRecord) => device.name[language],
    online: (device: StateRecord) => Number(device.online),
    locatedTime: (device: StateRecord) => device.locatedMs ?? 0,
  }
  const sorted = query.sort ? sortedBy(rows, keys[query.sort], query.order) : rows
  const view = (device: StateRecord): DeviceStateRow => {
    const connection = port.connection(device.sn)
    return {
      sn: device.sn,
      name: device.name[language],
      groupName: port.groupName(device.groupId, language),
      kind: device.kind,
      protocolType: device.protocolType,
      online: device.online,
      alarmFlg: device.alarmFlg,
      channels: device.channels,
      locatedTime: seconds(device.locatedMs),
      gpsLost: device.gpsLost,
      remote: connection?.remote ?? '',
      sinceTime: seconds(connection?.sinceMs),
      heardTime: seconds(connection?.heardMs),
    }
  }
  return { ...pageOfRows(sorted, query, view), counts: port.counts(scope) }
}
