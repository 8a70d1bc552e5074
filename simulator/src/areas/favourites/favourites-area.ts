import type { Favourite } from '@backlot/contract/favourites/calls'
import {
  addFavourite,
  deleteFavourite,
  listFavourites,
  updateFavourite,
} from '@backlot/contract/favourites/calls'
import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { VisibleDevicesPort } from '../shared/visible-devices.ts'

const FOLDER = FAVOURITE_TYPES.folder

/** The own favourites. Channels that the user may no longer see are not listed. */
export function createFavouritesArea(deps: { store: Store; devices: VisibleDevicesPort }): {
  routes: Route[]
} {
  const { store, devices } = deps
  const hasChannel = (sn: string, chnId: number, scope: ScopeIntervals) =>
    devices.find(sn, scope)?.channels.some((channel) => channel.chnId === chnId) === true
  const mine = store.read.prepare(
    `SELECT id, parent_id AS parentId, type, name, sn, chn_id AS chnId, auto_play AS autoPlay, sort
     FROM favourites WHERE user_id = ? ORDER BY sort, id`,
  )

  const list = route(listFavourites, ({ query }, { caller }) => {
    const rows = (mine.all(caller.userId) as Favourite[]).filter(
      ({ type, sn, chnId }) => type === FOLDER || hasChannel(sn, chnId, caller.scope),
    )
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
