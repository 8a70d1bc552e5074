import {
  addFavourite,
  deleteFavourite,
  type Favourite,
  listFavourites,
  updateFavourite,
} from '@backlot/contract/favourites/calls'
import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'
import { LIMITS } from '@backlot/contract/limits'
import { create } from 'zustand'
import { request } from '../../platform/client.ts'
import { rowsSent } from '../../platform/read-rows.ts'

/** The user's own favourites in their order; undefined until they were loaded. */
export const useFavourites = create<{ list: readonly Favourite[] | undefined }>(() => ({ list: undefined }))

let permitted = true

/** Whether the user may have favourites at all; when not, they are never loaded. */
export function permitFavourites(may: boolean): void {
  permitted = may
  if (!may) useFavourites.setState({ list: [] })
}

const bySort = (a: Favourite, b: Favourite) => a.sort - b.sort || a.id - b.id

/** Loads all favourites, page after page while full pages come back. */
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

/** Adds a channel, or removes it when it is one already. Answers which; rejects as `request` does. */
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

/** Makes a folder, in another one or at the top (0). Answers its id. */
export async function addFavouriteFolder(name: string, parentId = 0): Promise<number> {
  const { list } = useFavourites.getState()
  const sort = Math.max(0, ...(list ?? []).map((favourite) => favourite.sort)) + 1
  const { id } = await request(addFavourite, {
    body: { type: FAVOURITE_TYPES.folder, name, parentId, sort },
  })
  await loadFavourites()
  return id
}

/** Removes a favourite; a folder with its contents. */
export async function removeFavourite(favourite: Pick<Favourite, 'id'>): Promise<void> {
  await request(deleteFavourite, { body: { id: favourite.id } })
  useFavourites.setState(({ list }) => ({
    list: list?.filter((other) => !liesIn(list, other.id, favourite.id)),
  }))
}

/** Renames a favourite or a folder, moves it into a folder (0: the top), or sets whether it plays by itself. */
export async function changeFavourite(
  id: number,
  change: Partial<Pick<Favourite, 'name' | 'autoPlay' | 'parentId'>>,
): Promise<void> {
  await request(updateFavourite, { body: { id, ...change } })
  useFavourites.setState(({ list }) => ({
    list: list?.map((favourite) => (favourite.id === id ? { ...favourite, ...change } : favourite)),
  }))
}

/** Puts a favourite one place up or down in its folder. */
export async function moveFavourite(id: number, by: -1 | 1): Promise<void> {
  const list = useFavourites.getState().list ?? []
  const parentId = list.find((favourite) => favourite.id === id)?.parentId
  const siblings = list.filter((favourite) => favourite.parentId === parentId)
  const other = siblings[siblings.findIndex((favourite) => favourite.id === id) + by]
  if (other) await placeFavourite(id, other.id)
}

/** Moves a favourite to another one's place, in its folder; those between shift. Only changes are written. */
export async function placeFavourite(id: number, place: number): Promise<void> {
  const before = useFavourites.getState().list ?? []
  const list = reordered(before, id, place)
  if (list === before) return
  // Seen at once; written after.
  useFavourites.setState({ list })
  try {
    for (const { id: changedId, sort, parentId } of list) {
      const old = before.find((one) => one.id === changedId)
      const moved = old?.parentId === parentId ? {} : { parentId }
      if (old?.sort !== sort || old.parentId !== parentId)
        await request(updateFavourite, { body: { id: changedId, sort, ...moved } })
    }
  } catch (error) {
    await loadFavourites()
    throw error
  }
}

/** Whether a favourite is another one, or lies in it at any depth. */
export function liesIn(
  list: readonly Pick<Favourite, 'id' | 'parentId'>[],
  id: number,
  folder: number,
): boolean {
  const seen = new Set<number>()
  for (let at = id; at !== 0 && !seen.has(at); at = list.find((one) => one.id === at)?.parentId ?? 0) {
    if (at === folder) return true
    seen.add(at)
  }
  return false
}

/** Folders that a favourite can move into, with the names on the way to each: not itself, nor its contents. */
export function foldersFor(list: readonly Favourite[], id: number): { id: number; path: string }[] {
  const pathOf = (folder: Favourite): string => {
    const above = list.find((one) => one.id === folder.parentId)
    return above ? `${pathOf(above)} / ${folder.name}` : folder.name
  }
  return list
    .filter((one) => one.type === FAVOURITE_TYPES.folder && !liesIn(list, one.id, id))
    .map((folder) => ({ id: folder.id, path: pathOf(folder) }))
}

/**
 * The list with one entry at another's place and in its folder, and `sort` renumbered; the list itself when nothing
 * moves, or a folder would lie in itself.
 */
export function reordered<T extends { id: number; sort: number; parentId: number }>(
  list: readonly T[],
  id: number,
  place: number,
): readonly T[] {
  const at = list.findIndex((one) => one.id === id)
  const to = list.findIndex((one) => one.id === place)
  if (at < 0 || to < 0 || at === to || liesIn(list, place, id)) return list
  const moved = [...list]
  moved.splice(at, 1)
  moved.splice(to, 0, { ...list[at]!, parentId: list[to]!.parentId })
  return moved.map((one, index) => ({ ...one, sort: index + 1 }))
}
