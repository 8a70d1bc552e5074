import type { Logger } from 'pino'
import type { DeviceRepository } from './device-repository.ts'
import type { AddedDevice, LifecyclePort } from './ports.ts'
import type { DeviceRow, GroupRow, StoredChannel } from './records.ts'

/** The added device of a row; undefined when it was not added. */
export function addedOf(row: DeviceRow): AddedDevice | undefined {
  if (row.number === null || row.kind === null || row.groupId === null) return undefined
  return {
    sn: row.sn,
    number: row.number,
    kind: row.kind,
    protocolType: row.protocolType ?? 0,
    name: row.name ?? row.sn,
    groupId: row.groupId,
    ability: row.ability ?? 0,
    longitude: row.longitude ?? undefined,
    latitude: row.latitude ?? undefined,
    address: row.address ?? '',
    installer: row.installer ?? '',
    addedMs: row.addedMs ?? 0,
  }
}

const both = (text: string) => ({ zh: text, en: text })

/** Applies a row to its device in the lifecycle, where the device is the platform's own. Answers whether it is gone. */
export function applyRecord(lifecycle: LifecyclePort, row: DeviceRow): boolean {
  if (row.removedMs !== null) {
    lifecycle.drop(row.sn)
    return true
  }
  if (row.number === null) {
    if (row.groupId !== null && lifecycle.hasGroup(row.groupId)) lifecycle.move(row.sn, row.groupId)
    lifecycle.edit(row.sn, {
      ...(row.name === null ? {} : { name: both(row.name) }),
      ...(row.ability === null ? {} : { ability: row.ability }),
      ...(row.address === null ? {} : { installAddress: both(row.address) }),
      ...(row.installer === null ? {} : { installer: both(row.installer) }),
    })
  }
  if (row.channels !== null) lifecycle.setChannels(row.sn, JSON.parse(row.channels) as StoredChannel[])
  return false
}

/** At the start: groups and devices as administrators left them. A group that is gone leaves its devices at the first. */
export function restoreDevices(deps: {
  repository: DeviceRepository
  lifecycle: LifecyclePort
  fallbackGroupId: number
  log: Logger
}): void {
  const { repository, lifecycle, log } = deps
  const groups = [...repository.groups()]
  addGroups(lifecycle, groups, log)
  for (const group of groups) {
    if (group.added === 1 || group.removed === 1 || !lifecycle.hasGroup(group.id)) continue
    if (group.name !== null) lifecycle.renameGroup(group.id, group.name)
    if (group.parentId !== null && (group.parentId === 0 || lifecycle.hasGroup(group.parentId))) {
      tryTo(log, group.id, () => lifecycle.moveGroup(group.id, group.parentId!))
    }
  }
  for (const row of repository.records()) {
    const added = addedOf(row)
    if (added) {
      // The serial number is the added device's, whatever came with it since.
      if (lifecycle.hasDevice(row.sn)) lifecycle.drop(row.sn)
      if (row.removedMs !== null) {
        lifecycle.gone(added, row.removedMs)
        continue
      }
      const groupId = lifecycle.hasGroup(added.groupId) ? added.groupId : deps.fallbackGroupId
      lifecycle.add({ ...added, groupId })
    }
    if (lifecycle.hasDevice(row.sn)) applyRecord(lifecycle, row)
  }
  for (const { id, removed } of groups) {
    if (removed === 1 && lifecycle.hasGroup(id) && lifecycle.isEmptyGroup(id)) lifecycle.removeGroup(id)
  }
}

/** Parents before their children, in whichever order they were moved. */
function addGroups(lifecycle: LifecyclePort, groups: readonly GroupRow[], log: Logger): void {
  let waiting = groups.filter(({ added, removed }) => added === 1 && removed === 0)
  while (waiting.length > 0) {
    const later: GroupRow[] = []
    for (const group of waiting) {
      const parentId = group.parentId ?? 0
      if (parentId === 0 || lifecycle.hasGroup(parentId))
        lifecycle.addGroup(group.id, parentId, group.name ?? '')
      else later.push(group)
    }
    if (later.length === waiting.length) {
      log.warn(
        { groups: later.map(({ id }) => id) },
        'groups without their parent were moved to the top level',
      )
      for (const { id, name } of later) if (!lifecycle.hasGroup(id)) lifecycle.addGroup(id, 0, name ?? '')
      return
    }
    waiting = later
  }
}

function tryTo(log: Logger, groupId: number, move: () => void): void {
  try {
    move()
  } catch (error) {
    log.warn({ err: error, groupId }, 'a moved group could not be restored')
  }
}
