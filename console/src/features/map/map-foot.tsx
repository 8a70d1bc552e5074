import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { coordinateText } from './coordinate-text.ts'
import type { MapHandle } from './map-handle.ts'
import { EQUATOR_M, WORLD_PX } from './mercator.ts'
import { scaleBar, useUnits } from './units.ts'

const SCALE_MOST_PX = 96

/** The map's lower edge: the cursor's coordinates, scale bar and attribution. Written past React, as the map moves. */
export function MapFoot({ handle: { map, provider } }: { handle: MapHandle }) {
  const t = useText('map')
  const { system } = useUnits()
  const cursor = useRef<HTMLSpanElement>(null)
  const bar = useRef<HTMLSpanElement>(null)
  const length = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    let shown = ''
    const showScale = () => {
      const { lng, lat } = map.getCenter()
      const plane = EQUATOR_M / (WORLD_PX * 2 ** map.getZoom())
      const { text, px } = scaleBar(plane * provider.scaleFactor([lng, lat]), SCALE_MOST_PX, system)
      const width = `${Math.round(px)}px`
      // A pan seldom changes it: the page need not be laid out again in each of its frames.
      if (shown === width + text) return
      shown = width + text
      if (bar.current) bar.current.style.width = width
      if (length.current) length.current.textContent = text
    }
    const showCursor = ({ lngLat }: MapMouseEvent) => {
      const [longitude, latitude] = provider.fromDisplay([lngLat.lng, lngLat.lat])
      if (cursor.current) cursor.current.textContent = coordinateText(longitude, latitude)
    }
    showScale()
    map.on('move', showScale)
    map.on('mousemove', showCursor)
    return () => {
      map.off('move', showScale)
      map.off('mousemove', showCursor)
    }
  }, [map, provider, system])

  return (
    <div className="map-foot">
      <span ref={cursor} className="map-foot-cursor" title={t('cursorCoordinates')} />
      <span className="map-scale" title={t('scale')}>
        <span ref={bar} className="map-scale-bar" />
        <span ref={length} />
      </span>
      <span>{provider.attribution}</span>
    </div>
  )
}
