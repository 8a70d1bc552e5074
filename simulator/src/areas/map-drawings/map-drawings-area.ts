import { addDrawing, deleteDrawing, listDrawings, updateDrawing } from '@backlot/contract/map-drawings/calls'
import { type Fence, shapeFault } from '@backlot/contract/map-drawings/entities'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { drawingOf, watchedFence } from './drawing-row.ts'
import type { WatchedFence } from './fence-repository.ts'
import type { FenceTargetsPort } from './ports.ts'
import { mapDrawings } from './tables.ts'

/** Drawings of users on the map, private to each user; areas may be fences. */
export function createMapDrawingsArea(deps: {
  store: Store
  targets: FenceTargetsPort
  /** All fences that are to be watched, at the start and after each change. */
  onFences(fences: readonly WatchedFence[]): void
}): { routes: Route[] } {
  const { store, targets } = deps
  const drawings = () => queryBuilder(store.read).select().from(mapDrawings)
  const mine = drawings()
    .where(eq(mapDrawings.userId, sql.placeholder('userId')))
    .orderBy(mapDrawings.id)
    .prepare()
  const own = drawings()
    .where(and(eq(mapDrawings.id, sql.placeholder('id')), eq(mapDrawings.userId, sql.placeholder('userId'))))
    .prepare()
  const fences = drawings().where(isNotNull(mapDrawings.fence)).orderBy(mapDrawings.id).prepare()

  const tellFences = () => deps.onFences(fences.all().flatMap((row) => watchedFence(row) ?? []))

  /**
   * Refuses devices and groups outside the caller's scope. Those that the fence named `before` may be gone: the rest
   * can still be changed.
   */
  const refuseUnknown = (
    fence: Fence | null | undefined,
    { caller }: HandlerContext,
    before?: Fence | null,
  ) => {
    if (!fence) return
    if (fence.sns.some((sn) => !before?.sns.includes(sn) && !targets.mayUse(sn, caller.scope))) {
      throw refusal('notFound', 'deviceNotFound', {}, 'fence')
    }
    const isNew = (groupId: number) => !before?.groupIds.includes(groupId)
    if (fence.groupIds.some((groupId) => isNew(groupId) && !targets.hasGroup(groupId, caller.scope))) {
      throw refusal('notFound', 'nodeNotFound', {}, 'fence')
    }
  }

  const list = route(listDrawings, (_input, { caller }) => ({
    list: mine.all({ userId: caller.userId }).map(drawingOf),
  }))

  const add = route(addDrawing, async ({ body }, context) => {
    refuseUnknown(body.fence, context)
    const { caller } = context
    const added = await store.write('mapDrawings.add', { userId: caller.userId, drawing: body })
    if (body.fence) tellFences()
    return added
  })

  const update = route(updateDrawing, async ({ body }, context) => {
    const { caller } = context
    const { id, ...change } = body
    const row = own.get({ id, userId: caller.userId })
    if (!row) throw refusal('notFound', 'drawingNotFound', {}, 'id')
    const before = drawingOf(row)
    refuseUnknown(change.fence, context, before.fence)
    const fault = shapeFault({ ...before, ...change })
    if (fault) throw refusal('invalid', 'drawingShape', { reason: fault.message }, fault.field)
    await store.write('mapDrawings.update', { userId: caller.userId, id, change })
    if (before.fence || change.fence) tellFences()
    return {}
  })

  const remove = route(deleteDrawing, async ({ body }, { caller }) => {
    await store.write('mapDrawings.remove', { userId: caller.userId, id: body.id })
    tellFences()
    return {}
  })

  tellFences()
  return { routes: [list, add, update, remove] }
}
