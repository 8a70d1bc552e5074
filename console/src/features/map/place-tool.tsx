import './drawing/draw-tool.css'
import './map-label.css'
import { useText } from '../../language/language.ts'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'
import { useMapTool } from './use-map-tool.ts'

type PlaceToolProps = { handle: MapHandle; onPlace(position: LngLat): void; onLeave(): void }

/** The next click on the map is a place (WGS-84); Escape leaves. */
export function PlaceTool({ handle, onPlace, onLeave }: PlaceToolProps) {
  const t = useText('mapTools')
  useMapTool(handle, { onLeave, click: ({ position }) => onPlace(position) })
  return (
    <div className="draw-tool" role="status">
      <span className="map-label map-hint draw-hint">{t('hint.place')}</span>
    </div>
  )
}
