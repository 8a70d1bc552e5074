import { useEffect, useMemo, useRef } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { DrawnTrack } from './drawn-track.ts'
import type { ChartTrack } from './speed-chart-draw.ts'
import { TrackFit } from './track-fit.ts'
import type { DeviceTrack } from './use-tracks.ts'

/** Contents of the chart for devices with positions. */
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

/** Shows all tracks of a search, whenever one arrives; showing or hiding one later moves nothing. */
export function useFitMap(
  handle: MapHandle | undefined,
  drawn: readonly DrawnTrack[],
  search: number | undefined,
): void {
  const fit = useMemo(() => {
    if (!handle) return undefined
    const { map } = handle
    return new TrackFit({
      fit: (box) => map.fitBounds(box, { padding: EDGES_PX, maxZoom: 17, duration: 0 }),
      place: () => ({ ...map.getCenter(), zoom: map.getZoom() }),
    })
  }, [handle])
  const now = useRef(drawn)
  now.current = drawn
  useEffect(() => {
    if (search !== undefined) fit?.show(search, drawn)
  }, [fit, drawn, search])
  useEffect(() => {
    const refit = () => fit?.resized(now.current)
    handle?.map.on('resize', refit)
    return () => void handle?.map.off('resize', refit)
  }, [fit, handle])
}
