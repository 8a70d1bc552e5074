import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as LibreMap } from 'maplibre-gl'

/** Layers of the console's own over a map's background, with the data of their sources. */
export type OwnLayers = {
  sources: Readonly<Record<string, FeatureCollection>>
  layers: readonly LayerSpecification[]
  /** Put under the background's labels instead of over everything. */
  underLabels?: boolean
}

/**
 * Draws layers and keeps them there when the background's style changes (theme, language). Call again with new data;
 * the answer takes them away.
 */
export function keepLayers(map: LibreMap, own: OwnLayers): () => void {
  const first = own.layers[0]?.id
  const lay = () => {
    // A style that is still loading is empty, and calls again when it is there.
    if (first === undefined || map.getLayer(first) || !map.getStyle()) return
    const before = own.underLabels
      ? map.getStyle().layers.find(({ type }) => type === 'symbol')?.id
      : undefined
    for (const [id, data] of Object.entries(own.sources)) {
      const known = map.getSource<GeoJSONSource>(id)
      if (known) known.setData(data)
      else map.addSource(id, { type: 'geojson', data })
    }
    for (const layer of own.layers) map.addLayer(layer, before)
  }
  lay()
  map.on('styledata', lay)
  return () => {
    map.off('styledata', lay)
    // The map itself may be gone already.
    if (!map.style) return
    for (const { id } of own.layers) if (map.getLayer(id)) map.removeLayer(id)
    for (const id of Object.keys(own.sources)) if (map.getSource(id)) map.removeSource(id)
  }
}
