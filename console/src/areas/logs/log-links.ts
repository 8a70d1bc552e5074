import type { UserLogRow } from '@backlot/contract/logs/entities'

/** Where the target of a change is shown: a screen, or a dialog over this one. */
export type LogLink = { to: string } | { alarmId: number } | { orderId: number }

/** Screens of areas, and the filter of their list that finds a target by its name. */
const LISTS: Readonly<Record<string, readonly [path: string, filter: string]>> = {
  users: ['/systemManange/userManage', 'name'],
  roles: ['/systemManange/rolesManage', 'name'],
  templates: ['/serverManange/templateManage', 'text'],
  mediaServers: ['/systemManange/mediaMange', 'text'],
  preplans: ['/realTime/videoPreplan', 'name'],
  alarmPush: ['/systemManange/alarmPush', 'name'],
  alarmTypes: ['/systemManange/alarmType', 'text'],
  senseControllers: ['/systemManange/senseController', 'name'],
  controlLists: ['/systemManange/controlLists', 'text'],
}
const DEVICES = '/systemManange/deviceManage'
const DEVICE_TYPES = '/systemManange/deviceTypeManage'
const QUANTITIES = '/systemManange/senseDictionary'
/** Areas whose targets are serial numbers. */
const OF_DEVICES = new Set([
  'deviceAdmin',
  'deviceConfig',
  'liveVideo',
  'recordings',
  'ptz',
  'sensors',
  'solar',
])
for (const area of ['agriculture', 'gas', 'installation', 'deviceMessages']) OF_DEVICES.add(area)

const GONE = /^(delete|remove|withdraw)/

/** The place of a changed thing; undefined for one that is gone, several at once, and what has no place of its own. */
export function linkOf(
  row: Pick<UserLogRow, 'action' | 'target' | 'targetName' | 'detail' | 'result'>,
): LogLink | undefined {
  const [area = '', verb = ''] = row.action.split('.')
  const { target } = row
  if (row.result !== 0 || target === '' || target.includes(', ') || GONE.test(verb)) return undefined
  const id = /^\d+$/.test(target) ? Number(target) : undefined
  if (area === 'workOrders') return id === undefined ? undefined : { orderId: id }
  if (area === 'alarms' || area === 'alarm') return id === undefined ? undefined : { alarmId: id }
  const name = nameNow(row)
  if (verb.endsWith('Group')) return undefined
  if (area === 'deviceAdmin' && verb.endsWith('Type')) return listed(DEVICE_TYPES, 'text', name)
  if (area === 'sensors' && verb.endsWith('Quantity')) return listed(QUANTITIES, 'text', name)
  if (OF_DEVICES.has(area)) return listed(DEVICES, 'text', target.split(' / ')[0])
  const list = LISTS[area]
  return list && listed(list[0], list[1], name)
}

const listed = (path: string, filter: string, text: string | undefined): LogLink | undefined =>
  text ? { to: `${path}?${new URLSearchParams({ [filter]: text })}` } : undefined

/** The name that the change gave, else the one before it. */
function nameNow({ targetName, detail }: Pick<UserLogRow, 'targetName' | 'detail'>): string | undefined {
  const given = (detail['after'] as { name?: unknown } | undefined)?.name
  return typeof given === 'string' ? given : targetName
}
