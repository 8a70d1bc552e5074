import { useEffect } from 'react'
import { guardReload } from '../../platform/unsaved-changes.ts'
import { recordingKey } from './wall-recordings.ts'
import { useThisWall, type Wall } from './wall-store.ts'
import { shownWindows, type WallWindow } from './window-grid.ts'

/** Whether the channel of a window is recorded. */
export function useIsRecording(place: WallWindow['place']): boolean {
  const { recordings } = useThisWall()
  return recordings.use(({ running }) => place !== undefined && running.has(recordingKey(place)))
}

/**
 * Ends the recordings of channels that no window of the wall plays any more, and all of them when the wall goes; their
 * files are saved, at the end of a session too. While one runs, the browser asks before the page is left.
 */
export function useEndRecordings({ use, recordings }: Wall): void {
  const grid = use((state) => state.grid)
  useEffect(() => {
    recordings.keep(shownWindows(grid).flatMap(({ place, paused }) => (place && !paused ? [place] : [])))
  }, [recordings, grid])
  useEffect(() => () => recordings.keep([]), [recordings])
  const isRecording = recordings.use(({ running }) => running.size > 0)
  useEffect(() => {
    if (isRecording) return guardReload(() => recordings.keep([]))
  }, [isRecording, recordings])
}
