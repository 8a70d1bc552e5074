import { useEffect, useMemo, useRef } from 'react'
import type { MapHandle } from '../../parts/map/map-handle.ts'
import type { DrawnTrack } from './drawn-track.ts'
import type { ChartTrack } from './speed-chart-draw.ts'
import type { DeviceTrack } from './use-tracks.ts'

/** What the chart shows of devices with positions. */
export function useChartTracks(shown: readonly DeviceTrack[], focusSn: string | undefined): ChartTrack[] {
  return useMemo(
    () =>
      shown.flatMap(({ sn, track, colour, summary, alarms }) =>
        track && summary && summary.positions > 0
          ? [
              {
                track,
                colour,
                stops: summary.stops,
                alarmsMs: (alarms ?? []).map(({ startTime }) => startTime * 1000),
                isFocus: sn === focusSn,
              },
            ]
          : [],
      ),
    [shown, focusSn],
  )
}

/** Room for the legend below, the buttons at the right, and marks at the edges. */
const EDGES_PX = { top: 40, left: 40, right: 64, bottom: 72 }

/** Shows all tracks of a search once they are there; what is shown or hidden later moves nothing. */
export function useFitMap(
  handle: MapHandle | undefined,
  drawn: readonly DrawnTrack[],
  search: number | undefined,
): void {
  const fitted = useRef<number>(undefined)
  useEffect(() => {
    if (!handle || search === undefined || fitted.current === search) return
    const box = boundsOf(drawn)
    if (!box) return
    fitted.current = search
    handle.map.fitBounds(box, { padding: EDGES_PX, maxZoom: 17, duration: 0 })
  }, [handle, drawn, search])
}

function boundsOf(drawn: readonly DrawnTrack[]): [number, number, number, number] | undefined {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { display } of drawn) {
    for (let i = 0; i < display.length; i += 2) {
      const [lng, lat] = [display[i]!, display[i + 1]!]
      if (lng < west) west = lng
      if (lng > east) east = lng
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
  }
  return west <= east ? [west, south, east, north] : undefined
}
