import { useMemo } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { MapSearch } from '../../features/map/map-search.tsx'
import { MapView } from '../../features/map/map-view.tsx'
import { open } from '../../features/open.ts'
import { useLanguage } from '../../language/language.ts'
import { DeviceMapLayer } from './device-map-layer.tsx'
import './embedded-map.css'
import { withPlace } from './map-url.ts'
import { useDeviceMap } from './use-device-map.ts'
import { useMarkerPointer } from './use-marker-pointer.tsx'

/**
 * `/baiduMap`: the map for other pages to embed, with an address search and the devices. Information windows have their
 * further functions when the address has `popupShowMoreFunction=1`.
 */
export function EmbeddedMapScreen() {
  const language = useLanguage()
  const [theme] = useThemeMode()
  const map = useDeviceMap(theme)
  const { select, setStacked, setAddress } = map
  const pointer = useMemo(
    () => ({
      onDevice: (sn: string) => select(sn),
      onStack: setStacked,
      onNothing: () => select(undefined),
    }),
    [select, setStacked],
  )
  const hover = useMarkerPointer(map.handle, map.markers, pointer, false)
  return (
    <div className="embedded-map" data-fits="phone">
      <MapView
        start={map.start}
        theme={theme}
        language={language}
        onMap={map.setHandle}
        onMoved={(place) => setAddress((before) => withPlace(before, place))}
      >
        <DeviceMapLayer
          map={map}
          theme={theme}
          hover={hover}
          more={map.search.get('popupShowMoreFunction') === '1'}
          onWatch={({ sn, chnId }) => open({ kind: 'video', channels: [{ sn, chnId }] })}
        />
        <div className="map-corner map-search-corner">
          <MapSearch language={language} onPlace={map.showPlace} />
        </div>
      </MapView>
    </div>
  )
}
