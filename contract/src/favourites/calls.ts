import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'
import { FAVOURITE_TYPES } from './constants.ts'

/** A favourite (stated fields): a channel, or a folder, which others name as their `parentId`; 0 is the top. */
export const Favourite = z.object({
  id: z.number().int(),
  parentId: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  sn: z.string(),
  chnId: z.number().int(),
  autoPlay: z.number().int().min(0).max(1),
  sort: z.number().int(),
})
export type Favourite = z.infer<typeof Favourite>

export const listFavourites = get('/favorites/list', {
  name: 'favourites.list',
  summary: "The caller's favourites, in order.",
  origin: 'stated',
  access: ACCESS.watchVideo,
  query: z.object({ ...pageQuery(LIMITS.favouritesPageSize, 500) }),
  data: pageOf(Favourite),
})

export const addFavourite = post('/favorites/add', {
  name: 'favourites.add',
  summary: 'Adds a channel to the favourites, or creates a folder.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.watchVideo,
  body: z
    .object({
      parentId: z.number().int().min(0).default(0),
      type: z.union([z.literal(FAVOURITE_TYPES.folder), z.literal(FAVOURITE_TYPES.channel)]).default(4),
      name: oneLine(1, 64),
      sn: z.string().max(64).default(''),
      chnId: z.number().int().default(0),
      autoPlay: z.number().int().min(0).max(1).default(0),
      sort: z.number().int().default(0),
    })
    .refine(({ type, sn }) => type === FAVOURITE_TYPES.folder || sn !== '', {
      path: ['sn'],
      error: 'a channel needs the serial number of its device',
    }),
  data: z.object({ id: z.number().int() }),
})

export const updateFavourite = post('/favorites/update', {
  name: 'favourites.update',
  summary: 'Renames, moves or orders a favourite or a folder, or sets whether it plays automatically.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.watchVideo,
  body: z.object({
    id: z.number().int(),
    parentId: z.number().int().min(0).optional(),
    name: oneLine(1, 64).optional(),
    autoPlay: z.number().int().min(0).max(1).optional(),
    sort: z.number().int().optional(),
  }),
  data: nothing,
})

export const deleteFavourite = post('/favorites/delete', {
  name: 'favourites.delete',
  summary: 'Removes a favourite, by id or by device and channel; a folder with its contents.',
  origin: 'stated',
  changes: 'own',
  access: ACCESS.watchVideo,
  body: z.union([
    z.object({ id: z.number().int() }),
    z.object({ sn: z.string().min(1).max(64), chnId: z.number().int() }),
  ]),
  data: nothing,
})

export const FAVOURITE_CALLS = [listFavourites, addFavourite, updateFavourite, deleteFavourite]
