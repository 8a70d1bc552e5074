import { useEffect, useMemo } from 'react'
import { useTreeIndex } from '../../features/device-tree/device-store.ts'
import type { MarkerFilter } from '../../features/map/marker-frame.ts'
import { deviceMask } from './device-mask.ts'
import type { MapLook } from './map-look.ts'
import type { Markers } from './use-device-markers.ts'

/** Shows the markers of the look. `loaded` grows with each load of the devices. */
export function useMapFilter(markers: Markers | undefined, loaded: number, look: MapLook): void {
  const index = useTreeIndex()
  const { states, glyphs, text, ability, group, status } = look
  const filter = useMemo((): MarkerFilter => {
    const only =
      loaded > 0 && markers ? deviceMask(index, markers.source.sns(), { text, ability, group }) : undefined
    return { states, glyphs, ...(status === -1 ? {} : { online: status }), ...(only ? { only } : {}) }
  }, [index, markers, loaded, states, glyphs, text, ability, group, status])
  useEffect(() => markers?.overlay.setFilter(filter), [markers, filter])
  const named = !look.hidden.includes('names')
  useEffect(() => markers?.overlay.setNames(named), [markers, named])
}
