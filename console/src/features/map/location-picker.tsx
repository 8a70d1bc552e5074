import { CopyOutlined } from '@ant-design/icons'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useLanguage, useText } from '../../language/language.ts'
import { coordinateText } from './coordinate-text.ts'
import './location-picker.css'
import { exposeMap } from './map-diagnostics.ts'
import type { MapHandle } from './map-handle.ts'
import { MapPin } from './map-pin.tsx'
import { MapSearch } from './map-search.tsx'
import { type MapPlace, MapView } from './map-view.tsx'
import type { MapTheme } from './marker-look.ts'
import { useAddressText } from './use-address-text.ts'
import { useCopyText } from './use-copy-text.ts'

const NEAR_ZOOM = 16

type LocationPickerProps = {
  theme: MapTheme
  /** Where the map looks first. */
  start: MapPlace
  /** The chosen place, WGS-84. */
  value: MapPlace | undefined
  onChange(place: MapPlace): void
}

/** A map with an address search on which a click sets a pin. */
export function LocationPicker({ theme, start, value, onChange }: LocationPickerProps) {
  const t = useText('mapTools')
  const language = useLanguage()
  const [handle, setHandle] = useState<MapHandle>()
  const copy = useCopyText()
  const address = useAddressText(value ?? {})

  useEffect(() => handle && exposeMap(handle, () => undefined), [handle])

  useEffect(() => {
    if (!handle) return
    const { map, provider } = handle
    const click = ({ lngLat }: MapMouseEvent) => {
      const [longitude, latitude] = provider.fromDisplay([lngLat.lng, lngLat.lat])
      onChange({ longitude, latitude, zoom: map.getZoom() })
    }
    map.getCanvas().style.cursor = 'crosshair'
    map.on('click', click)
    return () => {
      map.off('click', click)
    }
  }, [handle, onChange])

  const text = value && coordinateText(value.longitude, value.latitude)
  return (
    <div className="location-picker">
      <MapView start={start} theme={theme} language={language} onMap={setHandle}>
        {handle && value && (
          <MapPin handle={handle} at={[value.longitude, value.latitude]} label={t('mapLocation')} />
        )}
        <div className="map-corner map-search-corner">
          <MapSearch
            language={language}
            onPlace={({ longitude, latitude }) => {
              onChange({ longitude, latitude, zoom: NEAR_ZOOM })
              const centre = handle?.provider.toDisplay([longitude, latitude])
              if (centre) handle?.map.jumpTo({ center: [centre[0], centre[1]], zoom: NEAR_ZOOM })
            }}
          />
        </div>
        <div className="location-picker-place" role="status">
          {text ? (
            <>
              <span className="location-picker-coordinates">{text}</span>
              <button type="button" aria-label={t('copyCoordinates')} onClick={() => copy(text)}>
                <CopyOutlined />
              </button>
              {address && <span>{address}</span>}
            </>
          ) : (
            t('pickHint')
          )}
        </div>
      </MapView>
    </div>
  )
}
