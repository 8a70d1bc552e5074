import { useQuery } from '@tanstack/react-query'
import { loadPresets, type Preset, type PtzTarget } from './ptz-commands.ts'

export const presetKey = (target: PtzTarget | undefined) => ['presets', target?.sn, target?.chnId]

/** Presets that are set on a camera; none while nothing is steered, or where the platform has no list. */
export function usePresets(target: PtzTarget | undefined): readonly Preset[] {
  const query = useQuery({
    queryKey: presetKey(target),
    queryFn: () => loadPresets(target!),
    enabled: target !== undefined,
  })
  return query.data ?? []
}
