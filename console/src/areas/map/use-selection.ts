import { useMemo, useState } from 'react'
import { outlineOf, type Shape } from '../../features/map/drawing/shape.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { OwnLayers } from '../../features/map/own-layers.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { SELECT_COLOUR } from './tool-layer.tsx'
import type { Markers } from './use-device-markers.ts'

/** Devices in an area of the map; undefined before the first selection. */
export type Selection = {
  sns: readonly string[] | undefined
  within(shape: Shape): Promise<void>
  clear(): void
}

/** Selects the devices that the map shows in an area, and keeps the area in sight. */
export function useSelection(handle: MapHandle | undefined, markers: Markers | undefined): Selection {
  const [selected, setSelected] = useState<{ shape: Shape; sns: readonly string[] }>()
  const provider = handle?.provider
  const layers = useMemo((): OwnLayers | undefined => {
    if (!selected || !provider) return undefined
    const ring = outlineOf(selected.shape).map((position): [number, number] => [
      ...provider.toDisplay(position),
    ])
    const [first] = ring
    if (!first) return undefined
    return {
      sources: {
        selection: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'Polygon', coordinates: [[...ring, first]] },
            },
          ],
        },
      },
      layers: [
        {
          id: 'selection-fill',
          type: 'fill',
          source: 'selection',
          paint: { 'fill-color': SELECT_COLOUR, 'fill-opacity': 0.12 },
        },
        {
          id: 'selection-line',
          type: 'line',
          source: 'selection',
          paint: { 'line-color': SELECT_COLOUR, 'line-width': 2, 'line-dasharray': [3, 2] },
        },
      ],
    }
  }, [selected, provider])
  useOwnLayers(handle, layers)
  return {
    sns: selected?.sns,
    async within(shape) {
      if (!markers || !provider) return
      const ring = outlineOf(shape).map((position) => provider.toDisplay(position))
      const ids = await markers.overlay.within(ring)
      setSelected({ shape, sns: ids.map((id) => markers.source.snOf(id)) })
    },
    clear: () => setSelected(undefined),
  }
}
