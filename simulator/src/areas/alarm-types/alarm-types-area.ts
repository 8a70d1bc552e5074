import {
  addAlarmType,
  deleteAlarmType,
  listAlarmLevels,
  restoreAlarmType,
  updateAlarmLevel,
  updateAlarmType,
} from '@backlot/contract/alarm-types/calls'
import { OWN_ALARM_TYPES_MAX } from '@backlot/contract/alarm-types/entities'
import { alarmTypes } from '@backlot/contract/alarms/calls'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import type { AccountsPort, TypeNoticesPort, TypeUsesPort } from './ports.ts'
import { createShieldRoutes } from './shield-routes.ts'
import type { TypeRepository } from './type-repository.ts'
import { keyOf } from './type-tree.ts'

export type AlarmTypesDeps = {
  store: Store
  clock: PlatformClock
  repository: TypeRepository
  accounts: AccountsPort
  uses: TypeUsesPort
  notices: TypeNoticesPort
}

/** Tree of alarm types, colour and sound of each level, and the alarms that accounts do not want to see. */
export function createAlarmTypesArea(deps: AlarmTypesDeps): { routes: Route[] } {
  const { store, clock, repository, uses, notices } = deps
  const actor = (context: HandlerContext) => actorOf(context, Math.floor(clock.now()))

  const entryFor = (id: number) => {
    const entry = repository.byId(id)
    if (!entry) throw refusal('notFound', 'alarmTypeNotFound', {}, 'id')
    return entry
  }
  /** Waits for a write that changes types, then notifies everybody. */
  const changing = async <T>(write: Promise<T>): Promise<T> => {
    const result = await write
    repository.reload()
    notices.typesChanged()
    return result
  }

  const list = route(alarmTypes, (_input, { request }) => ({
    list: repository.nodes(languageOf(request.headers)),
  }))

  const add = route(addAlarmType, ({ body }, context) => {
    const { parentId, type, ...look } = body
    const parent = parentId === 0 ? undefined : entryFor(parentId)
    if (parent && parent.parentId !== 0) throw refusal('invalid', 'alarmTypeTooDeep', {}, 'parentId')
    const parentType = parent?.type ?? ''
    const key = keyOf(parentType, type)
    const similar = repository.similarKey(key)
    if (similar !== undefined) throw refusal('conflict', 'alarmTypeTaken', {}, 'type')
    if (repository.ownCount() >= OWN_ALARM_TYPES_MAX) throw refusal('conflict', 'alarmTypesFull')
    const write = store.write('alarmTypes.add', {
      entry: { key, type, parentType, ...look },
      parentIsOwn: parent?.system === false,
      actor: actor(context),
    })
    return changing(write)
  })

  const update = route(updateAlarmType, async ({ body }, context) => {
    const { id, version, ...look } = body
    const { key, type, parentType, system } = entryFor(id)
    const write = store.write('alarmTypes.update', {
      entry: { key, type, parentType, ...look },
      system,
      version,
      actor: actor(context),
      action: 'alarmTypes.update',
    })
    await changing(write)
    return {}
  })

  const restore = route(restoreAlarmType, async ({ body }, context) => {
    const { key, type, parentType } = entryFor(body.id)
    const original = repository.original(key)
    if (!original) {
      throw refusal('conflict', 'alarmTypeNotSystem', {}, 'id')
    }
    const { name, level, colour } = original
    const write = store.write('alarmTypes.update', {
      entry: { key, type, parentType, nameZh: name.zh, nameEn: name.en, level, colour },
      system: true,
      version: body.version,
      actor: actor(context),
      action: 'alarmTypes.restore',
    })
    await changing(write)
    return {}
  })

  const remove = route(deleteAlarmType, async ({ body }, context) => {
    const entry = entryFor(body.id)
    if (entry.system) throw refusal('conflict', 'alarmTypeSystem', {}, 'id')
    const rules = uses.pushRules(repository.keysBelow(entry))
    if (rules.length > 0) {
      throw refusal('conflict', 'alarmTypeInRules', { rules: rules.join(', ') }, 'id')
    }
    const write = store.write('alarmTypes.remove', {
      key: entry.key,
      version: body.version,
      actor: actor(context),
    })
    const { inUse } = await changing(write)
    if (inUse > 0) throw refusal('conflict', 'alarmTypeInUse', { count: inUse }, 'id')
    return {}
  })

  const levels = route(listAlarmLevels, () => ({ list: [...repository.looks()] }))

  const level = route(updateAlarmLevel, async ({ body }, context) => {
    await changing(store.write('alarmTypes.updateLevel', { level: body, actor: actor(context) }))
    return {}
  })

  const shields = createShieldRoutes({ store, repository, accounts: deps.accounts, notices, actor })
  return { routes: [list, add, update, restore, remove, levels, level, ...shields] }
}
