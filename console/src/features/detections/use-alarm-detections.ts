import { alarmDetections } from '@backlot/contract/ai-view/calls'
import type { Detection } from '@backlot/contract/ai-view/entities'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../platform/client.ts'

const NOTHING: readonly Detection[] = []

/** Detections in a picture of an alarm; none while they are not known, or where a platform does not analyse. */
export function useAlarmDetections(id: number, index: number, wanted: boolean): readonly Detection[] {
  const query = useQuery({
    queryKey: ['alarmDetections', id, index],
    queryFn: ({ signal }) => request(alarmDetections, { query: { id, index }, signal }),
    enabled: wanted,
    // A picture stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return query.data?.list ?? NOTHING
}
