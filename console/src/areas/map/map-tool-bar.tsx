import {
  AlertOutlined,
  BlockOutlined,
  ColumnWidthOutlined,
  EditOutlined,
  HomeOutlined,
  MessageOutlined,
} from '@ant-design/icons'
import type { MapPoint } from '@backlot/contract/session/entities'
import { memo } from 'react'
import { MapButton } from '../../features/map/map-button.tsx'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { useText } from '../../language/language.ts'
import { SelectIcon } from './drawing-icons.tsx'
import { startPlace } from './map-url.ts'
import type { Tool } from './tool-layer.tsx'

export type Panel = 'layers' | 'drawings' | 'selection' | 'situation' | 'messages'

type MapToolBarProps = {
  handle: MapHandle
  home: MapPoint | undefined
  tool: Tool | undefined
  panel: Panel | undefined
  /** An alarm is dealt with: its panel can be opened again. */
  situation: boolean
  onTool(tool: Tool | undefined): void
  onPanel(panel: Panel | undefined): void
}

/** Tools of the dispatch map, above the zoom buttons. */
export const MapToolBar = memo(function MapToolBar(props: MapToolBarProps) {
  const { handle, home, tool, panel, situation, onTool, onPanel } = props
  const t = useText('map')
  const tTools = useText('mapTools')
  const { map, provider } = handle
  const goHome = () => {
    const { longitude, latitude, zoom } = startPlace(new URLSearchParams(), home)
    const [lng, lat] = provider.toDisplay([longitude, latitude])
    map.easeTo({ center: [lng, lat], zoom })
  }
  const ranging = tool?.kind === 'ranging'
  const toggle = (which: Panel) => onPanel(panel === which ? undefined : which)
  return (
    <>
      <div className="map-buttons">
        {situation && (
          <MapButton
            label={tTools('situation')}
            icon={<AlertOutlined />}
            pressed={panel === 'situation'}
            onClick={() => toggle('situation')}
          />
        )}
        <MapButton
          label={tTools('messages')}
          icon={<MessageOutlined />}
          pressed={panel === 'messages'}
          onClick={() => toggle('messages')}
        />
        <MapButton
          label={tTools('layers')}
          icon={<BlockOutlined />}
          pressed={panel === 'layers'}
          onClick={() => toggle('layers')}
        />
        <MapButton
          label={tTools('drawings')}
          icon={<EditOutlined />}
          pressed={panel === 'drawings'}
          onClick={() => toggle('drawings')}
        />
      </div>
      <div className="map-buttons">
        {(['rectangle', 'polygon'] as const).map((type) => {
          const on = tool?.kind === 'select' && tool.type === type
          return (
            <MapButton
              key={type}
              label={type === 'rectangle' ? tTools('selectRectangle') : tTools('selectPolygon')}
              icon={<SelectIcon type={type} />}
              pressed={on}
              onClick={() => onTool(on ? undefined : { kind: 'select', type })}
            />
          )
        })}
        <MapButton
          label={ranging ? t('rangingClear') : t('ranging')}
          icon={<ColumnWidthOutlined />}
          pressed={ranging}
          onClick={() => onTool(ranging ? undefined : { kind: 'ranging' })}
        />
      </div>
      <div className="map-buttons">
        <MapButton label={t('home')} icon={<HomeOutlined />} onClick={goHome} />
      </div>
    </>
  )
})
