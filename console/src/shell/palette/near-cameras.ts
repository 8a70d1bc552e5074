import { channelsToOpen } from '../../areas/live-video/channels-to-open.ts'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'
import type { VideoPlace } from '../../features/open.ts'

/** The nearest online video channels around a place (WGS-84), nearest device first. */
export function nearCameras(
  index: TreeIndex,
  { longitude, latitude }: { longitude: number; latitude: number },
  most: number,
): VideoPlace[] {
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  const near: { row: number; far: number }[] = []
  for (const row of index.deviceRows()) {
    const entry = index.entry[row]!
    if (!entry.longitude || !entry.latitude || !index.isOnline(row) || !entry.chnList?.length) continue
    const east = (entry.longitude - longitude) * narrowing
    const north = entry.latitude - latitude
    near.push({ row, far: east * east + north * north })
  }
  near.sort((one, other) => one.far - other.far)
  return placesOf(
    index,
    near.map(({ row }) => row),
    most,
  )
}

/** The first online video channels at or below a row. */
export function camerasBelow(index: TreeIndex, row: number, most: number): VideoPlace[] {
  const rows: number[] = []
  for (let below = row; below < index.end[row]!; below++) if (index.isDevice(below)) rows.push(below)
  return placesOf(index, rows, most)
}

function placesOf(index: TreeIndex, rows: Iterable<number>, most: number): VideoPlace[] {
  const places: VideoPlace[] = []
  for (const row of rows) {
    const channels = channelsToOpen(index.entry[row])
    // One channel of each device: several cameras show more of a place than all channels of one.
    const first = 'places' in channels ? channels.places[0] : undefined
    if (first) places.push({ sn: first.sn, chnId: first.chnId })
    if (places.length === most) break
  }
  return places
}
