// Markers on Leaflet without tiles: DOM markers, and circle markers on a canvas.
import 'leaflet/dist/leaflet.css'
import * as leaflet from 'leaflet'
import { type MapContender, offerMapBench } from './map-runner.ts'
import { CENTRE, type MapScene, TILE_PX, TILE_URL, ZOOMS } from './map-scene.ts'

type Placed = { setLatLng(at: [number, number]): unknown }

function contender(place: (scene: MapScene, map: leaflet.Map) => Placed[]): () => MapContender {
  return () => {
    let map: leaflet.Map | undefined
    let markers: Placed[] = []
    return {
      async add(box, scene) {
        map = leaflet.map(box, { attributionControl: false })
        leaflet.tileLayer(TILE_URL, { tileSize: TILE_PX, maxZoom: 20 }).addTo(map)
        map.setView([CENTRE.latitude, CENTRE.longitude], ZOOMS[scene.name] + 1)
        markers = place(scene, map)
      },
      apply(batch) {
        for (const { id, longitude, latitude } of batch) markers[id]?.setLatLng([latitude, longitude])
      },
      onMove(moved) {
        map?.on('move', moved)
      },
    }
  }
}

const each = <T>(scene: MapScene, make: (at: [number, number], id: number) => T): T[] =>
  Array.from(scene.longitude, (longitude, id) => make([scene.latitude[id] as number, longitude], id))

offerMapBench({
  'leaflet-bare': contender(() => []),
  'leaflet-dom': contender((scene, map) => {
    const icon = leaflet.divIcon({ className: 'dot', iconSize: [12, 12] })
    return each(scene, (at) => leaflet.marker(at, { icon, keyboard: false }).addTo(map))
  }),
  'leaflet-canvas': contender((scene, map) => {
    const renderer = leaflet.canvas()
    return each(scene, (at, id) =>
      leaflet
        .circleMarker(at, {
          renderer,
          radius: 6,
          weight: 1,
          color: '#fff',
          fillColor: id % 10 === 9 ? '#747e8f' : '#26ba80',
          fillOpacity: 1,
        })
        .addTo(map),
    )
  }),
})
