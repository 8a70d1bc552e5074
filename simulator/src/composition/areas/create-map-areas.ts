import { createMapArea } from '../../areas/map/map-area.ts'
import { createMapDispatchArea } from '../../areas/map-dispatch/map-dispatch-area.ts'
import { createFenceWatch } from '../../areas/map-drawings/fence-watch.ts'
import { createMapDrawingsArea } from '../../areas/map-drawings/map-drawings-area.ts'
import { createMapHeatArea } from '../../areas/map-heat/map-heat-area.ts'
import { createMapTrafficArea } from '../../areas/map-traffic/map-traffic-area.ts'
import { createSituationArea } from '../../areas/situation/situation-area.ts'
import { createTracksArea } from '../../areas/tracks/tracks-area.ts'
import type { Route } from '../../calls/route.ts'
import { createFencePorts, createNearPort, fenceAlarm } from '../adapters/map-ports.ts'
import { createSituationPorts } from '../adapters/situation-ports.ts'
import type { AreasDeps } from './areas-deps.ts'
import type { AccountAreas } from './create-accounts.ts'
import type { ServerAdmin } from './server-admin.ts'

/** The map: the city, drawings on it, heat, traffic and tracks; and the situation that the large screen shows. */
export function createMapAreas(
  deps: AreasDeps,
  given: Pick<AccountAreas, 'accounts'> & {
    serverAdmin: ServerAdmin
    /** Raises alarms of geofences, again until they are stored. */
    raise(drafts: Parameters<AreasDeps['records']['alarms']['raise']>[0]): void
  },
): { routes: Route[]; close(): void } {
  const { store, records, fleet, city, past } = deps
  const { view, alarms } = records
  const { platform: clock, host } = deps.clocks
  const map = createMapArea({ geocode: city.geocode, tiles: city.tiles })
  const fencePorts = createFencePorts(view, fleet.directory, (userId) => given.accounts.byId(userId)?.nodeId)
  const fences = createFenceWatch({
    positions: fencePorts.positions,
    platformClock: clock,
    hostClock: host,
    onCrossings: (events) => given.raise(events.map(fenceAlarm)),
  })
  const drawings = createMapDrawingsArea({ store, targets: fencePorts.targets, onFences: fences.set })
  const dispatch = createMapDispatchArea({ near: createNearPort(view, fleet.directory), roads: city.roads })
  const traffic = createMapTrafficArea({ clock, traffic: city.traffic })
  const heat = createMapHeatArea({
    store,
    clock,
    cache: deps.cache,
    scope: {
      groupIdsIn: (scope) => (scope.rootGroupIds.includes(0) ? undefined : view.groupIdsIn(scope)),
      version: () => `${alarms.version()}.${view.structureVersion()}`,
    },
    past: deps.alarmPast,
  })
  const tracks = createTracksArea({ clock, past: past.tracks, devices: view })
  const situation = createSituationArea({
    clock,
    host,
    sky: city.sky,
    ...createSituationPorts({
      view,
      store,
      readings: deps.sensing.readings,
      config: given.serverAdmin.config,
      tracks: past.tracks,
      streams: () => deps.media.live.stats(),
      disk: deps.files.disk,
    }),
  })
  return {
    routes: [
      ...map.routes,
      ...drawings.routes,
      ...dispatch.routes,
      ...heat.routes,
      ...traffic.routes,
      ...tracks.routes,
      ...situation.routes,
    ],
    close: fences.stop,
  }
}
