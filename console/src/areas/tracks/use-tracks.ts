import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { trackHistory } from '@backlot/contract/tracks/calls'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Rgb } from '../../features/map/marker-look.ts'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { readTrack, type Span, type Track } from './track.ts'
import { summaryOf, type TrackSummary } from './track-summary.ts'

/** Search request. The number tells two searches for the same apart. */
export type Asked = { sns: readonly string[]; span: Span; number: number }

/** A device of the search, and its data so far. */
export type DeviceTrack = {
  sn: string
  colour: Rgb
  track: Track | undefined
  summary: TrackSummary | undefined
  /** Alarms of the span; undefined when they may not be seen. */
  alarms: readonly Alarm[] | undefined
  error: unknown
}

/** Colours of devices, in the order in which they were chosen: none is a colour of speeds. */
export const DEVICE_COLOURS: readonly Rgb[] = [
  [156, 172, 194],
  [224, 130, 214],
  [122, 214, 205],
  [186, 158, 255],
  [222, 168, 122],
  [164, 204, 102],
]

const MOST_ALARMS = 1000

/** State of queries; the same list until one of them changes, since the function is the same. */
const known = <Data>(results: readonly { data: Data | undefined; error: unknown; isLoading: boolean }[]) =>
  results.map(({ data, error, isLoading }) => ({ data, error, isLoading }))

/** The tracks of a search with their alarms. Lists stay the same object until something of them came. */
export function useTracks(asked: Asked | undefined): {
  devices: readonly DeviceTrack[]
  isLoading: boolean
} {
  const permission = useSession((session) => session.permission)
  const systemFunction = useSession((session) => session.systemFunction)
  const withAlarms = isCallPermitted(listAlarms.access, { permission, systemFunction })
  const sns = asked?.sns ?? []
  const span = asked?.span ?? { fromMs: 0, toMs: 0 }
  const key = [span.fromMs, span.toMs, asked?.number]
  const shared = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, structuralSharing: false }

  const tracks = useQueries({
    queries: sns.map((sn) => ({
      ...shared,
      queryKey: ['track', sn, ...key],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const body = { sn, startTime: span.fromMs / 1000, endTime: span.toMs / 1000 }
        const track = readTrack(await request(trackHistory, { body, signal }))
        return { track, summary: summaryOf(track) }
      },
    })),
    combine: known,
  })
  const alarms = useQueries({
    queries: sns.map((sn) => ({
      ...shared,
      enabled: withAlarms,
      queryKey: ['trackAlarms', sn, ...key],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Alarm[]> => {
        const query = {
          sn,
          startTime: Math.floor(span.fromMs / 1000),
          endTime: Math.floor(span.toMs / 1000),
          pageSize: MOST_ALARMS,
        }
        try {
          const { list } = await request(listAlarms, { query, signal })
          return list.sort((a, b) => a.startTime - b.startTime)
        } catch (error) {
          // A track is of use without its alarms.
          noteProblem('tracks', String(error))
          return []
        }
      },
    })),
    combine: known,
  })

  const devices = useMemo(
    () =>
      (asked?.sns ?? []).map(
        (sn, i): DeviceTrack => ({
          sn,
          colour: DEVICE_COLOURS[i % DEVICE_COLOURS.length]!,
          track: tracks[i]?.data?.track,
          summary: tracks[i]?.data?.summary,
          alarms: withAlarms ? (alarms[i]?.data ?? []) : undefined,
          error: tracks[i]?.error ?? undefined,
        }),
      ),
    [asked, tracks, alarms, withAlarms],
  )
  const isLoading = tracks.some((one) => one.isLoading) || alarms.some((one) => one.isLoading)
  return { devices, isLoading }
}
