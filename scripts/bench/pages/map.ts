// Markers on MapLibre without a background: the console's own, HTML markers, and a GeoJSON source.
import type { FeatureCollection } from 'geojson'
import { type GeoJSONSource, type Map as LibreMap, Marker } from 'maplibre-gl'
import { createLibreMap } from '../../../console/src/features/map/libre.ts'
import { MarkerOverlay } from '../../../console/src/features/map/marker-overlay.ts'
import { statusBits } from '../../../console/src/features/map/marker-state.ts'
import { type MapContender, offerMapBench } from './map-runner.ts'
import { CENTRE, type MapScene, NOW_S, TILE_PX, TILE_URL, ZOOMS } from './map-scene.ts'

/** A map of the console with the common tiles on it, in the scene's view. */
async function bareMap(box: HTMLElement, scene: MapScene): Promise<LibreMap> {
  const map = createLibreMap({
    container: box,
    style: {
      version: 8,
      sources: { tiles: { type: 'raster', tiles: [TILE_URL], tileSize: TILE_PX, maxzoom: 19 } },
      layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
    },
    center: [CENTRE.longitude, CENTRE.latitude],
    zoom: ZOOMS[scene.name],
    maxZoom: 19,
  })
  await map.once('idle')
  return map
}

/** The console's markers as its map page makes them: icons, headings, names, motion between fixes. */
function ours(): MapContender {
  let overlay: MarkerOverlay | undefined
  let map: LibreMap | undefined
  return {
    async add(box, scene) {
      map = await bareMap(box, scene)
      const { count } = scene
      await new Promise<void>((resolve, reject) => {
        overlay = new MarkerOverlay(map as LibreMap, 'light', {
          onCounts: () => resolve(),
          onTracked: () => undefined,
          onError: reject,
        })
        const columns = {
          name: Array.from({ length: count }, (_, id) => `Vehicle ${id}`),
          longitude: scene.longitude.slice(),
          latitude: scene.latitude.slice(),
          locationTime: new Float64Array(count).fill(NOW_S),
          speed: new Float32Array(count).fill(36),
          direction: scene.direction.slice(),
          bits: Uint8Array.from({ length: count }, (_, id) => statusBits(id % 10 !== 9, 0, true)),
          glyph: new Uint8Array(count).fill(3),
        }
        overlay.load('WGS-84', columns, NOW_S)
      })
    },
    apply(batch) {
      for (const fix of batch) overlay?.applyFix(fix.id, { sn: '', ...fix } as never)
    },
    onMove(moved) {
      map?.on('move', moved)
    },
  }
}

function htmlMarkers(): MapContender {
  let map: LibreMap | undefined
  let markers: Marker[] = []
  return {
    async add(box, scene) {
      const made = await bareMap(box, scene)
      map = made
      markers = Array.from(scene.longitude, (longitude, id) => {
        const element = document.createElement('div')
        element.className = 'dot'
        return new Marker({ element }).setLngLat([longitude, scene.latitude[id] as number]).addTo(made)
      })
    },
    apply(batch) {
      for (const { id, longitude, latitude } of batch) markers[id]?.setLngLat([longitude, latitude])
    },
    onMove(moved) {
      map?.on('move', moved)
    },
  }
}

/** Circles of a source: each batch passes all of it, or the changes (`updateData`). */
function geojsonSource(by: 'setData' | 'updateData'): () => MapContender {
  return () => {
    let map: LibreMap | undefined
    let data: FeatureCollection = { type: 'FeatureCollection', features: [] }
    const source = () => map?.getSource<GeoJSONSource>('devices')
    return {
      async add(box, scene) {
        map = await bareMap(box, scene)
        data = {
          type: 'FeatureCollection',
          features: Array.from(scene.longitude, (longitude, id) => ({
            type: 'Feature',
            id,
            properties: { state: id % 10 },
            geometry: { type: 'Point', coordinates: [longitude, scene.latitude[id] as number] },
          })),
        }
        map.addSource('devices', { type: 'geojson', data })
        map.addLayer({
          id: 'devices',
          type: 'circle',
          source: 'devices',
          paint: {
            'circle-radius': 6,
            'circle-color': ['case', ['==', ['get', 'state'], 9], '#747e8f', '#26ba80'],
            'circle-stroke-width': 1,
            'circle-stroke-color': '#fff',
          },
        })
        await map.once('idle')
      },
      apply(batch) {
        if (by === 'updateData') {
          void source()?.updateData({
            update: batch.map(({ id, longitude, latitude }) => ({
              id,
              newGeometry: { type: 'Point', coordinates: [longitude, latitude] },
            })),
          })
          return
        }
        for (const { id, longitude, latitude } of batch) {
          const feature = data.features[id]
          if (feature) feature.geometry = { type: 'Point', coordinates: [longitude, latitude] }
        }
        source()?.setData(data)
      },
      onMove(moved) {
        map?.on('move', moved)
      },
    }
  }
}

/** A map without markers: the remaining cost of a pan frame. */
function bare(): MapContender {
  let map: LibreMap | undefined
  return {
    async add(box, scene) {
      map = await bareMap(box, scene)
    },
    apply: () => undefined,
    onMove(moved) {
      map?.on('move', moved)
    },
  }
}

offerMapBench({
  ours,
  'maplibre-bare': bare,
  'maplibre-html': htmlMarkers,
  'maplibre-setdata': geojsonSource('setData'),
  'maplibre-updatedata': geojsonSource('updateData'),
})
