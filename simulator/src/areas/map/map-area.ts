import type { DataIn } from '@backlot/contract/call'
import { reverseGeocode, suggestPlaces, vectorTile } from '@backlot/contract/map/calls'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { createTileCache } from './tile-cache.ts'
import type { TilesPort } from './tiles-port.ts'

export type GeocodePort = {
  /** The address at a position (WGS-84), or undefined far from any. */
  reverse(longitude: number, latitude: number): DataIn<typeof reverseGeocode> | undefined
  suggest(text: string, limit: number): DataIn<typeof suggestPlaces>['list']
}

/** The map's own data: addresses, search and vector tiles of the city. */
export function createMapArea(deps: { geocode: GeocodePort; tiles: TilesPort }): { routes: Route[] } {
  const tiles = createTileCache(deps.tiles)

  const reverse = route(reverseGeocode, ({ query: { longitude, latitude } }) => {
    const address = deps.geocode.reverse(longitude, latitude)
    if (!address) throw refusal('notFound', 'placeNotFound')
    return address
  })

  const suggest = route(suggestPlaces, ({ query: { text, limit } }) => ({
    list: deps.geocode.suggest(text, limit),
  }))

  const tile = route(vectorTile, ({ params, query }, { request }) => {
    const z = Number(params['z'])
    const x = Number(params['x'])
    const y = Number(params['y'])
    if (x >= 2 ** z || y >= 2 ** z) throw refusal('notFound', 'tileNotFound')
    return tiles.reply(z, x, y, query.v === deps.tiles.version, request)
  })

  return { routes: [reverse, suggest, tile] }
}
