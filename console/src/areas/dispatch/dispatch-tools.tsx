import { ColumnWidthOutlined, HomeOutlined } from '@ant-design/icons'
import type { MapPoint } from '@backlot/contract/session/entities'
import { useText } from '../../language/language.ts'
import { MapButton } from '../../parts/map/map-button.tsx'
import type { MapHandle } from '../../parts/map/map-view.tsx'
import { startPlace } from './map-url.ts'

type DispatchToolsProps = {
  handle: MapHandle
  home: MapPoint | undefined
  ranging: boolean
  onRanging(on: boolean): void
}

/** Tools of the dispatch map, above the zoom buttons. */
export function DispatchTools({ handle: { map, provider }, home, ranging, onRanging }: DispatchToolsProps) {
  const t = useText('map')
  const goHome = () => {
    const { longitude, latitude, zoom } = startPlace(new URLSearchParams(), home)
    const [lng, lat] = provider.toDisplay([longitude, latitude])
    map.easeTo({ center: [lng, lat], zoom })
  }
  return (
    <>
      <div className="map-buttons">
        <MapButton
          label={ranging ? t('rangingClear') : t('ranging')}
          icon={<ColumnWidthOutlined />}
          pressed={ranging}
          onClick={() => onRanging(!ranging)}
        />
      </div>
      <div className="map-buttons">
        <MapButton label={t('home')} icon={<HomeOutlined />} onClick={goHome} />
      </div>
    </>
  )
}
