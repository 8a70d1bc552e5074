import { dispatchRoute, type NearbyDevice, nearestDevices } from '@backlot/contract/map-dispatch/calls'
import type { Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'

/** This many by direct distance get their distance by road; those behind them are too far to be among the first. */
const ASKED_BY_ROAD = 16
/** A camera this close sees the place whatever the roads do. */
const IN_SIGHT_M = 150

type Place = { longitude: number; latitude: number }

export type NearPort = {
  /** Devices of a kind in a scope around a place with their distance, nearest first. */
  around(
    place: Place,
    want: { kind: 'camera' | 'unit'; withinM: number; most: number; scope: ScopeIntervals },
  ): (Place & { sn: string; name: Named; online: boolean; straightM: number; chnId?: number })[]
}

export type RoadsPort = {
  /** The quickest way by road; undefined where no road leads. */
  way(
    from: Place,
    to: Place,
  ): { points: [longitude: number, latitude: number][]; lengthM: number; seconds: number } | undefined
}

/** Who can help at a place, and how to get there. */
export function createMapDispatchArea({ near, roads }: { near: NearPort; roads: RoadsPort }): {
  routes: Route[]
} {
  const nearest = route(nearestDevices, ({ query }, { caller, request }) => {
    const language = languageOf(request.headers)
    const place = { longitude: query.longitude, latitude: query.latitude }
    const { kind, withinM, limit } = query
    const found = near.around(place, {
      kind,
      withinM,
      most: Math.max(ASKED_BY_ROAD, limit),
      scope: caller.scope,
    })
    const list = found.map(({ name, ...device }): NearbyDevice => {
      const way = roads.way(device, place)
      return {
        ...device,
        name: name[language],
        straightM: Math.round(device.straightM),
        ...(way ? { roadM: Math.round(way.lengthM), seconds: Math.round(way.seconds) } : {}),
      }
    })
    const far = (device: NearbyDevice) =>
      kind === 'camera' && device.straightM <= IN_SIGHT_M
        ? device.straightM
        : (device.roadM ?? Number.POSITIVE_INFINITY)
    list.sort((a, b) => far(a) - far(b) || a.straightM - b.straightM)
    return { list: list.slice(0, limit) }
  })

  const way = route(dispatchRoute, ({ query }) => {
    const from = { longitude: query.fromLongitude, latitude: query.fromLatitude }
    const to = { longitude: query.toLongitude, latitude: query.toLatitude }
    const found = roads.way(from, to)
    if (!found) throw refusal('notFound', 'noRoad')
    return { ...found, lengthM: Math.round(found.lengthM), seconds: Math.round(found.seconds) }
  })

  return { routes: [nearest, way] }
}
