import {
  addFavourite,
  deleteFavourite,
  listFavourites,
  updateFavourite,
} from '@backlot/contract/favourites/calls'
import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { VisibleDevicesPort } from '../shared/visible-devices.ts'
import { favourites } from './tables.ts'

const FOLDER = FAVOURITE_TYPES.folder

/** The own favourites. Channels that the user may no longer see are not listed. */
export function createFavouritesArea(deps: { store: Store; devices: VisibleDevicesPort }): {
  routes: Route[]
} {
  const { store, devices } = deps
  const hasChannel = (sn: string, chnId: number, scope: ScopeIntervals) =>
    devices.find(sn, scope)?.channels.some((channel) => channel.chnId === chnId) === true
  const { userId, ...columns } = getTableColumns(favourites)
  const mine = queryBuilder(store.read)
    .select(columns)
    .from(favourites)
    .where(eq(userId, sql.placeholder('userId')))
    .orderBy(favourites.sort, favourites.id)
    .prepare()

  const list = route(listFavourites, ({ query }, { caller }) => {
    const rows = mine
      .all({ userId: caller.userId })
      .filter(({ type, sn, chnId }) => type === FOLDER || hasChannel(sn, chnId, caller.scope))
    const from = (query.currentPage - 1) * query.pageSize
    return {
      list: rows.slice(from, from + query.pageSize),
      total: rows.length,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
    }
  })

  const add = route(addFavourite, ({ body }, { caller }) => {
    if (body.type !== FOLDER && !hasChannel(body.sn, body.chnId, caller.scope)) {
      throw refusal('notFound', 'channelNotFound', {}, 'chnId')
    }
    return store.write('favourites.add', { ...body, userId: caller.userId })
  })

  const update = route(updateFavourite, async ({ body }, { caller }) => {
    await store.write('favourites.update', { ...body, userId: caller.userId })
    return {}
  })

  const remove = route(deleteFavourite, async ({ body }, { caller }) => {
    await store.write('favourites.remove', { ...body, userId: caller.userId })
    return {}
  })

  return { routes: [list, add, update, remove] }
}
