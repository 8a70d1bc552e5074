import type { QueryOut } from '@backlot/contract/call'
import type { listDevices } from '@backlot/contract/device-admin/calls'
import type { ManagedDevice } from '@backlot/contract/device-admin/entities'
import { factsOf } from '@backlot/contract/devices/known-kinds'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { scopeKey } from '../../calls/scope-key.ts'
import type { Language } from '../../kernel/language.ts'
import { rememberedLists } from '../shared/remembered-lists.ts'
import { sortedBy } from '../shared/row-pages.ts'
import type { DeviceRepository } from './device-repository.ts'
import type { RegisteredDevice, RegisterPort } from './ports.ts'
import { systemTypeId, type TypeEntry, typeEntries } from './type-catalogue.ts'

export type DeviceQuery = QueryOut<typeof listDevices>
type Sort = NonNullable<DeviceQuery['sort']>

/** Tells of a device that came by a gateway whether an administrator added it: a real camera. */
export type IsAdded = (sn: string) => boolean

function originOf(
  device: RegisteredDevice,
  repository: DeviceRepository,
  isAdded: IsAdded,
): ManagedDevice['origin'] {
  if (device.foreign) return isAdded(device.sn) ? 'added' : 'discovered'
  return (repository.record(device.sn)?.number ?? null) === null ? 'platform' : 'added'
}

function typeIdOf(device: RegisteredDevice, repository: DeviceRepository): number {
  return repository.record(device.sn)?.typeId ?? systemTypeId(device.kind)
}

/** Finds devices for administrators: a sorted page of the matches, among any number of devices. */
export function createDeviceFinder(register: RegisterPort, repository: DeviceRepository, isAdded: IsAdded) {
  const remembered = rememberedLists<RegisteredDevice>(
    () => `${register.treeVersion()}.${repository.version()}`,
  )

  const types = () => new Map(typeEntries(repository.types()).map((entry) => [entry.id, entry]))

  function inOrder(
    scope: ScopeIntervals,
    groupId: number | undefined,
    sort: Sort | undefined,
    language: Language,
  ): readonly RegisteredDevice[] {
    return remembered(`${scopeKey(scope)}|${groupId}|${sort}|${language}`, () => {
      const devices = [...register.devices(scope, groupId)]
      if (!sort) return devices
      return sortedBy(devices, keys(sort, language, types()))
    })
  }

  function keys(sort: Sort, language: Language, known: ReadonlyMap<number, TypeEntry>) {
    return (device: RegisteredDevice): string | number => {
      switch (sort) {
        case 'name':
          return device.name[language]
        case 'sn':
          return device.sn
        case 'typeName':
          return known.get(typeIdOf(device, repository))?.name[language] ?? ''
        case 'groupName':
          return register.group(device.groupId)?.name[language] ?? ''
        case 'installTime':
          return device.installedAtMs
      }
    }
  }

  const view = (
    device: RegisteredDevice,
    known: ReadonlyMap<number, TypeEntry>,
    language: Language,
  ): ManagedDevice => {
    const typeId = typeIdOf(device, repository)
    return {
      sn: device.sn,
      deviceId: device.id,
      name: device.name[language],
      groupId: device.groupId,
      groupName: register.group(device.groupId)?.name[language] ?? '',
      typeId,
      typeName: known.get(typeId)?.name[language] ?? '',
      kind: device.kind,
      protocolType: device.protocolType,
      ability: device.ability,
      onlineStatus: register.isOnline(device.slot) ? 1 : 0,
      channelNum: register.channels(device.slot).length,
      ...register.position(device.slot),
      moves: device.trafficIndex !== undefined || factsOf(device.kind).moves,
      address: device.installAddress[language],
      installer: device.installer[language],
      installTime: Math.floor(device.installedAtMs / 1000),
      origin: originOf(device, repository, isAdded),
      version: repository.record(device.sn)?.version ?? 0,
    }
  }

  return {
    page(query: DeviceQuery, scope: ScopeIntervals, language: Language) {
      const { text = '', nodeId, typeId, kind, online, ability, origin, sort, order } = query
      const part = text.trim().toLowerCase()
      const rows = inOrder(scope, nodeId, sort, language)
      const matches = (device: RegisteredDevice) =>
        (part === '' ||
          device.name[language].toLowerCase().includes(part) ||
          device.sn.toLowerCase().includes(part)) &&
        (kind === undefined || device.kind === kind) &&
        (typeId === undefined || typeIdOf(device, repository) === typeId) &&
        (ability === undefined || (device.ability & ability) === ability) &&
        (online === undefined || register.isOnline(device.slot) === (online === 1)) &&
        (origin === undefined || originOf(device, repository, isAdded) === origin)
      const found = rows.filter(matches)
      const from = (query.currentPage - 1) * query.pageSize
      const known = types()
      const page =
        order === 'desc'
          ? found
              .slice(Math.max(0, found.length - from - query.pageSize), Math.max(0, found.length - from))
              .reverse()
          : found.slice(from, from + query.pageSize)
      return {
        list: page.map((device) => view(device, known, language)),
        total: found.length,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
      }
    },
    /** Devices of each type in a scope. */
    countsByType(scope: ScopeIntervals): Map<number, number> {
      const counts = new Map<number, number>()
      for (const device of inOrder(scope, undefined, undefined, 'zh')) {
        const id = typeIdOf(device, repository)
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      return counts
    },
  }
}
