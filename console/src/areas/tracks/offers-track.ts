import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { LIMITS } from '@backlot/contract/limits'
import type { MapPoint } from '@backlot/contract/session/entities'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import type { TreeEntry } from '../../features/device-tree/tree-entry.ts'
import type { MapPlace } from '../../features/map/map-view.tsx'

/** Devices that report positions. */
export function offersTrack(node: TreeEntry): boolean {
  return ((node.ability ?? 0) & ABILITY_BITS.gps) !== 0
}

/** The first video channel of a device. */
export function videoChannelOf(sn: string): { sn: string; chnId: number } | undefined {
  const channel = deviceBySn(sn)?.chnList?.find(({ type }) => type === CHANNEL_TYPES.video)
  return channel && { sn, chnId: channel.chnId }
}

/** Where the map looks before a search: the user's own place, else the stated default. */
export function placeOfUser(point: MapPoint | undefined): MapPlace {
  const { mapDefault } = LIMITS
  if (!point || point.latitude === '' || point.longitude === '') return { ...mapDefault }
  return {
    longitude: Number(point.longitude),
    latitude: Number(point.latitude),
    zoom: point.zoom ?? mapDefault.zoom,
  }
}
