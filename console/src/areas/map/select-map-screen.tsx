import { Button } from 'antd'
import { useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { LocationPicker } from '../../features/map/location-picker.tsx'
import type { MapPlace } from '../../features/map/map-view.tsx'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import './embedded-map.css'
import { useAddress } from '../../components/use-address.ts'
import { startPlace } from './map-url.ts'

/** Message to the window that opened or embeds the page, WGS-84. */
export type MapLocationMessage = { type: 'mapLocation' } & MapPlace

/** `/baiduSelectMap`: a place is chosen by a click or an address, and sent to the page that embeds this one. */
export function SelectMapScreen() {
  const t = useText('mapTools')
  const [theme] = useThemeMode()
  const point = useSession((session) => session.userInfo?.config.point)
  const [search] = useAddress()
  const [start] = useState(() => startPlace(search, point))
  const [place, setPlace] = useState<MapPlace | undefined>(search.has('lng') ? start : undefined)
  const tell = () => {
    if (!place) return
    const message: MapLocationMessage = { type: 'mapLocation', ...place }
    const other = window.opener instanceof Object ? (window.opener as Window) : window.parent
    other.postMessage(message, location.origin)
  }
  return (
    <div className="embedded-map" data-fits="phone">
      <LocationPicker theme={theme} start={start} value={place} onChange={setPlace} />
      <div className="embedded-map-choose">
        <Button type="primary" disabled={!place} title={place ? undefined : t('noPlaceYet')} onClick={tell}>
          {t('useThisPlace')}
        </Button>
      </div>
    </div>
  )
}
