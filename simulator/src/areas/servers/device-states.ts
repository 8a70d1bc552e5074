import type { QueryOut } from '@backlot/contract/call'
import type { listDeviceStates } from '@backlot/contract/servers/calls'
import type { DeviceStateRow } from '@backlot/contract/servers/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { Device } from '../../fleet/device.ts'
import type { Language } from '../../kernel/language.ts'
import { rememberedLists } from '../shared/remembered-lists.ts'
import { pageByNumber, pageOfRows, sortedBy } from '../shared/row-pages.ts'

/** Attributes that do not change while a device is in the tree. */
export type StateDevice = Pick<
  Device,
  'slot' | 'sn' | 'name' | 'groupId' | 'kind' | 'protocolType' | 'trafficIndex'
>

export type StatesPort = {
  /** Another one as soon as devices, groups or names are others. */
  version(): number
  /** Devices of a scope, below a group when one is given. */
  devices(scope: ScopeIntervals, nodeId: number | undefined): Iterable<StateDevice>
  isOnline(slot: number): boolean
  /** A device as it is now. `locatedMs` undefined: it has reported no position. */
  state(device: StateDevice): { alarmFlg: number; locatedMs: number | undefined; gpsLost: boolean }
  channels(slot: number): number
  counts(scope: ScopeIntervals): { total: number; online: number; alarm: number }
  groupName(groupId: number, language: Language): string
  /** Its own connection to a gateway; undefined when it has none. */
  connection(sn: string): { remote: string; sinceMs: number; heardMs: number } | undefined
}

type StatesQuery = QueryOut<typeof listDeviceStates>

const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))

/** Finds pages of devices with their state, of any number of devices. */
export function createStateFinder(port: StatesPort) {
  const remembered = rememberedLists<StateDevice>(() => port.version())

  /** The order by fixed fields is cached; by changing ones, it is made each time. */
  const inOrder = (query: StatesQuery, scope: ScopeIntervals, language: Language) => {
    const { nodeId } = query
    const by = query.sort === 'sn' || query.sort === 'name' ? query.sort : ''
    return remembered(`${scopeKey(scope)}|${nodeId}|${by}|${language}`, () => {
      const devices = [...port.devices(scope, nodeId)]
      if (by === '') return devices
      return sortedBy(devices, by === 'sn' ? ({ sn }) => sn : ({ name }) => name[language])
    })
  }

  const view = (device: StateDevice, language: Language): DeviceStateRow => {
    const connection = port.connection(device.sn)
    const { alarmFlg, locatedMs, gpsLost } = port.state(device)
    return {
      sn: device.sn,
      name: device.name[language],
      groupName: port.groupName(device.groupId, language),
      kind: device.kind,
      protocolType: device.protocolType,
      online: port.isOnline(device.slot),
      alarmFlg,
      channels: port.channels(device.slot),
      locatedTime: seconds(locatedMs),
      gpsLost,
      remote: connection?.remote ?? '',
      sinceTime: seconds(connection?.sinceMs),
      heardTime: seconds(connection?.heardMs),
    }
  }

  const filter = (query: StatesQuery, language: Language) => {
    const { online, protocolType, trouble } = query
    const part = query.text?.trim().toLowerCase() ?? ''
    return (device: StateDevice): boolean =>
      (online === undefined || port.isOnline(device.slot) === (online === 1)) &&
      (protocolType === undefined || device.protocolType === protocolType) &&
      (trouble !== 'alarm' || port.state(device).alarmFlg === 1) &&
      (trouble !== 'gpsLost' || port.state(device).gpsLost) &&
      (part === '' ||
        device.sn.toLowerCase().includes(part) ||
        device.name[language].toLowerCase().includes(part))
  }

  /** A page of devices with their state. Connections are looked up for the rows of the page alone. */
  return (query: StatesQuery, scope: ScopeIntervals, language: Language) => {
    const rows = inOrder(query, scope, language).filter(filter(query, language))
    const row = (device: StateDevice) => view(device, language)
    const page =
      query.sort === 'online'
        ? pageByNumber(rows, ({ slot }) => Number(port.isOnline(slot)), query, row)
        : query.sort === 'locatedTime'
          ? pageByNumber(rows, (device) => port.state(device).locatedMs ?? 0, query, row)
          : pageOfRows(query.sort && query.order === 'desc' ? rows.reverse() : rows, query, row)
    return { ...page, counts: port.counts(scope) }
  }
}
