import {
  addFavourite,
  deleteFavourite,
  type Favourite,
  listFavourites,
  updateFavourite,
} from '@backlot/contract/favourites/calls'
import { LIMITS } from '@backlot/contract/limits'
import { create } from 'zustand'
import { request } from '../../platform/client.ts'
import { rowsSent } from '../../platform/read-rows.ts'

/** The own favourites in their order; undefined until they were asked for. */
export const useFavourites = create<{ list: readonly Favourite[] | undefined }>(() => ({ list: undefined }))

let permitted = true

/** Whether the user may have favourites at all; when not, they are never asked for. */
export function permitFavourites(may: boolean): void {
  permitted = may
  if (!may) useFavourites.setState({ list: [] })
}

const bySort = (a: Favourite, b: Favourite) => a.sort - b.sort || a.id - b.id

/** Asks for all favourites, page after page while full pages come back. */
export async function loadFavourites(): Promise<void> {
  if (!permitted) return
  const list: Favourite[] = []
  for (let currentPage = 1; ; currentPage++) {
    const page = await request(listFavourites, {
      query: { currentPage, pageSize: LIMITS.favouritesPageSize },
    })
    list.push(...page.list)
    if (rowsSent(page.list) < LIMITS.favouritesPageSize) break
  }
  useFavourites.setState({ list: list.sort(bySort) })
}

/** The favourite that points at a channel. */
export function favouriteOf(
  list: readonly Favourite[] | undefined,
  sn: string,
  chnId: number,
): Favourite | undefined {
  return list?.find((favourite) => favourite.sn === sn && favourite.chnId === chnId)
}

/** Adds a channel, or takes it away when it is one already. Answers what was done; rejects as `request` does. */
export async function toggleFavourite(place: {
  sn: string
  chnId: number
  name: string
}): Promise<'added' | 'removed'> {
  const { list } = useFavourites.getState()
  const known = favouriteOf(list, place.sn, place.chnId)
  if (known) {
    await removeFavourite(known)
    return 'removed'
  }
  const sort = Math.max(0, ...(list ?? []).map((favourite) => favourite.sort)) + 1
  const name = place.name.trim().slice(0, 64) || place.sn
  await request(addFavourite, { body: { ...place, name, sort } })
  await loadFavourites()
  return 'added'
}

export async function removeFavourite(favourite: Pick<Favourite, 'id'>): Promise<void> {
  await request(deleteFavourite, { body: { id: favourite.id } })
  useFavourites.setState(({ list }) => ({ list: list?.filter((other) => other.id !== favourite.id) }))
}

/** Renames a favourite or sets whether it plays by itself. */
export async function changeFavourite(
  id: number,
  change: Partial<Pick<Favourite, 'name' | 'autoPlay'>>,
): Promise<void> {
  await request(updateFavourite, { body: { id, ...change } })
  useFavourites.setState(({ list }) => ({
    list: list?.map((favourite) => (favourite.id === id ? { ...favourite, ...change } : favourite)),
  }))
}

/** Puts a favourite one place up or down. */
export async function moveFavourite(id: number, by: -1 | 1): Promise<void> {
  const list = useFavourites.getState().list ?? []
  const at = list.findIndex((favourite) => favourite.id === id)
  const other = list[at + by]
  if (at < 0 || !other) return
  await placeFavourite(id, other.id)
}

/** Puts a favourite where another one stands; those between move over. Only changed places are written. */
export async function placeFavourite(id: number, place: number): Promise<void> {
  const before = useFavourites.getState().list ?? []
  const list = reordered(before, id, place)
  if (list === before) return
  // Seen at once; written after.
  useFavourites.setState({ list })
  try {
    for (const { id: changedId, sort } of list) {
      if (before.find((old) => old.id === changedId)?.sort !== sort)
        await request(updateFavourite, { body: { id: changedId, sort } })
    }
  } catch (error) {
    await loadFavourites()
    throw error
  }
}

/** The list with one entry at another's place and `sort` counted anew; the list itself when nothing moves. */
export function reordered<T extends { id: number; sort: number }>(
  list: readonly T[],
  id: number,
  place: number,
): readonly T[] {
  const at = list.findIndex((one) => one.id === id)
  const to = list.findIndex((one) => one.id === place)
  if (at < 0 || to < 0 || at === to) return list
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(at, 1))
  return moved.map((one, index) => ({ ...one, sort: index + 1 }))
}
