import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import './drawing/draw-tool.css'
import { useText } from '../../language/language.ts'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'

type PlaceToolProps = { handle: MapHandle; onPlace(position: LngLat): void; onLeave(): void }

/** The next click on the map is a place (WGS-84); Escape leaves. */
export function PlaceTool({ handle: { map, provider }, onPlace, onLeave }: PlaceToolProps) {
  const t = useText('mapTools')
  useEffect(() => {
    const click = ({ lngLat }: MapMouseEvent) => onPlace(provider.fromDisplay([lngLat.lng, lngLat.lat]))
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onLeave()
    }
    map.getCanvas().style.cursor = 'crosshair'
    map.on('click', click)
    window.addEventListener('keydown', key)
    return () => {
      map.getCanvas().style.cursor = ''
      map.off('click', click)
      window.removeEventListener('keydown', key)
    }
  }, [map, provider, onPlace, onLeave])
  return (
    <div className="draw-tool" role="status">
      <span className="draw-hint">{t('hint.place')}</span>
    </div>
  )
}
