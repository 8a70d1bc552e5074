import {
  addDeviceType,
  deleteDeviceType,
  listDeviceTypes,
  updateDeviceType,
} from '@backlot/contract/device-admin/calls'
import type { DeviceType, NewDeviceType } from '@backlot/contract/device-admin/entities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { factsOf } from '@backlot/contract/devices/known-kinds'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import type { createDeviceFinder } from './find-devices.ts'
import type { RouteContext } from './route-context.ts'
import { isSystemName, typeEntries, typeView } from './type-catalogue.ts'

/** Types of devices. */
export function typeRoutes(area: RouteContext, finder: ReturnType<typeof createDeviceFinder>): Route[] {
  const { repository, store } = area

  const list = route(listDeviceTypes, ({ query }, context) => {
    const { text = '', kind, system, sort, order } = query
    const language = area.language(context)
    const part = text.trim().toLowerCase()
    const counts = finder.countsByType(context.caller.scope)
    const rows = typeEntries(repository.types())
      .map((entry) => typeView(entry, counts.get(entry.id) ?? 0, language))
      .filter(
        (type) =>
          (part === '' ||
            type.name.toLowerCase().includes(part) ||
            type.manufacturer.toLowerCase().includes(part)) &&
          (kind === undefined || type.kind === kind) &&
          (system === undefined || type.system === (system === 1)),
      )
    const keyOf = (type: DeviceType) => (sort === undefined ? type.id : type[sort])
    return pageOfRows(sortedBy(rows, keyOf, order), query, (type) => type)
  })

  const refuseMisfit = (type: NewDeviceType) => {
    if (isSystemName(type.name)) throw refusal('conflict', 'deviceTypeNameTaken', {}, 'name')
    if (!factsOf(type.kind).typeProtocols.some((name) => PROTOCOL_TYPES[name] === type.protocolType)) {
      throw refusal('invalid', 'protocolNotSpoken', {}, 'protocolType')
    }
  }
  const ownType = (id: number) => {
    const entry = typeEntries(repository.types()).find((each) => each.id === id)
    if (!entry) throw refusal('notFound', 'deviceTypeNotFound', {}, 'id')
    if (entry.system) throw refusal('conflict', 'deviceTypeSystem', {}, 'id')
    return entry
  }

  const add = route(addDeviceType, ({ body }, context) =>
    area.inTurn(async () => {
      refuseMisfit(body)
      const actor = area.actor(context)
      const added = await store.write('deviceAdmin.addType', { type: body, actor })
      repository.refreshTypes()
      return added
    }),
  )

  const update = route(updateDeviceType, ({ body }, context) =>
    area.inTurn(async () => {
      const { id, version, ...type } = body
      const before = ownType(id)
      refuseMisfit(type)
      const changesWhatItIs = before.kind !== type.kind || before.protocolType !== type.protocolType
      const used = [...repository.records()].some((row) => row.typeId === id && row.removedMs === null)
      if (changesWhatItIs && used) {
        throw refusal('conflict', 'deviceTypeKindInUse', {}, 'kind')
      }
      await store.write('deviceAdmin.updateType', { id, version, type, actor: area.actor(context) })
      repository.refreshTypes()
      return {}
    }),
  )

  const remove = route(deleteDeviceType, ({ body }, context) =>
    area.inTurn(async () => {
      ownType(body.id)
      await store.write('deviceAdmin.deleteType', { ...body, actor: area.actor(context) })
      repository.refreshTypes()
      return {}
    }),
  )

  return [list, add, update, remove]
}
