import {
  addGroup,
  deleteGroup,
  listGroups,
  moveGroup,
  renameGroup,
} from '@backlot/contract/device-admin/calls'
import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import type { ManagedGroup } from '@backlot/contract/device-admin/entities'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { GroupChange } from './records.ts'
import type { RouteContext } from './route-context.ts'

/** Group of devices that register themselves. */
const DISCOVERED_GROUP_ID = 99_001

/** Groups of the tree: listed, added, renamed, moved and deleted. */
export function groupRoutes(area: RouteContext): Route[] {
  const { repository, register, lifecycle, store } = area

  const list = route(listGroups, (_input, context) => {
    const { scope } = context.caller
    const language = area.language(context)
    const seen = register.groups().filter(({ id }) => register.inScope(id, scope))
    const known = new Set(seen.map(({ id }) => id))
    return {
      list: seen.map(
        ({ id, parentId, name }): ManagedGroup => ({
          id,
          parentId: known.has(parentId) ? parentId : 0,
          name: name[language],
          deviceCount: register.countBelow(id),
          fixed: id === DISCOVERED_GROUP_ID || scope.rootGroupIds.includes(id),
          version: repository.group(id)?.version ?? 0,
        }),
      ),
    }
  })

  /** A group that the caller may change: not the platform's own, and not the root of the caller's scope. */
  const changeable = (context: HandlerContext, id: number) => {
    const group = area.groupFor(context, id)
    if (id === DISCOVERED_GROUP_ID || context.caller.scope.rootGroupIds.includes(id)) {
      throw refusal('conflict', 'groupFixed', {}, 'id')
    }
    return group
  }
  const refuseSameName = (parentId: number, name: string, exceptId: number) => {
    const wanted = name.toLowerCase()
    const taken = register
      .groupChildren(parentId)
      .some(({ id, name: { zh, en } }) => id !== exceptId && (zh === name || en.toLowerCase() === wanted))
    if (taken) throw refusal('conflict', 'groupNameTaken', {}, 'name')
  }
  const depthOf = (id: number) => (id === 0 ? 0 : register.groupPath(id).length)
  const heightOf = (id: number): number =>
    1 + Math.max(0, ...register.groupChildren(id).map((child) => heightOf(child.id)))
  const refuseDeep = (depth: number) => {
    if (depth <= DEVICE_LIMITS.groupDepth) return
    const values = { count: DEVICE_LIMITS.groupDepth }
    throw refusal('conflict', 'groupTooDeep', values, 'parentId')
  }
  const change = async (
    context: HandlerContext,
    known: { id: number; version: number },
    set: GroupChange,
    action: string,
  ) => {
    const { id, version } = known
    const { name, parentId } = register.group(id)!
    await store.write('deviceAdmin.changeGroup', {
      id,
      version,
      set,
      was: { name, parentId },
      called: name,
      action,
      actor: area.actor(context),
    })
    repository.refreshGroup(id)
  }

  const add = route(addGroup, ({ body }, context) =>
    area.inTurn(async () => {
      const { parentId, name } = body
      area.parentFor(context, parentId)
      if (parentId === DISCOVERED_GROUP_ID) {
        throw refusal('conflict', 'groupFixed', {}, 'parentId')
      }
      refuseSameName(parentId, name, 0)
      refuseDeep(depthOf(parentId) + 1)
      const { id } = await store.write('deviceAdmin.addGroup', { parentId, name, actor: area.actor(context) })
      repository.refreshGroup(id)
      lifecycle.addGroup(id, parentId, name)
      area.told([parentId])
      return { id }
    }),
  )

  const rename = route(renameGroup, ({ body }, context) =>
    area.inTurn(async () => {
      const group = changeable(context, body.id)
      refuseSameName(group.parentId, body.name, body.id)
      await change(context, body, { name: body.name }, 'deviceAdmin.renameGroup')
      lifecycle.renameGroup(body.id, body.name)
      area.told([group.parentId, body.id])
      return {}
    }),
  )

  const move = route(moveGroup, ({ body }, context) =>
    area.inTurn(async () => {
      const { id, parentId } = body
      const { parentId: fromParentId, name } = changeable(context, id)
      area.parentFor(context, parentId)
      const language = area.language(context)
      if (parentId === DISCOVERED_GROUP_ID) throw refusal('conflict', 'groupFixed', {}, 'parentId')
      if (parentId !== 0 && register.groupPath(parentId).includes(id)) {
        throw refusal('conflict', 'groupBelowItself', {}, 'parentId')
      }
      refuseSameName(parentId, name[language], id)
      refuseDeep(depthOf(parentId) + heightOf(id))
      await change(context, body, { parentId: parentId }, 'deviceAdmin.moveGroup')
      lifecycle.moveGroup(id, parentId)
      area.told([fromParentId, parentId, id])
      return {}
    }),
  )

  const remove = route(deleteGroup, ({ body }, context) =>
    area.inTurn(async () => {
      const group = changeable(context, body.id)
      const below = register.groupChildren(body.id).length
      const devices = register.countBelow(body.id)
      if (below > 0 || devices > 0) {
        throw refusal('conflict', 'groupNotEmpty', { groups: below, devices }, 'id')
      }
      const bound = area.accounts.boundTo(body.id)
      if (bound.length > 0) {
        throw refusal('conflict', 'groupHasAccounts', { names: bound.slice(0, 5).join(', ') }, 'id')
      }
      await change(context, body, { removed: 1 }, 'deviceAdmin.deleteGroup')
      lifecycle.removeGroup(body.id)
      area.told([group.parentId])
      return {}
    }),
  )

  return [list, add, rename, move, remove]
}
