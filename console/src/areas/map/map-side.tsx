import { useEffect, useState } from 'react'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { DrawingsPanel } from './drawings-panel.tsx'
import { LayersPanel } from './layers-panel.tsx'
import type { MapLook } from './map-look.ts'
import type { Panel } from './map-tool-bar.tsx'
import { EMPTY_DRAFT } from './message-form.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import type { WatchedChannel } from './popup-actions.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { SituationPanel } from './situation-panel.tsx'
import type { Tool } from './tool-layer.tsx'
import type { useAlarmHeat } from './use-alarm-heat.ts'
import type { useMapDrawing } from './use-map-drawing.ts'
import type { useMapExtras } from './use-map-extras.ts'
import type { Selection } from './use-selection.ts'
import type { useSituationMap } from './use-situation-map.ts'

type MapSideProps = {
  panel: Panel | undefined
  theme: MapTheme
  look: MapLook
  heat: ReturnType<typeof useAlarmHeat>
  extras: ReturnType<typeof useMapExtras>
  drawing: ReturnType<typeof useMapDrawing>
  tool: Tool | undefined
  selection: Selection
  /** The selected device. */
  selected: string | undefined
  moves(sn: string): boolean
  alarmId: number | undefined
  situation: ReturnType<typeof useSituationMap>
  onLook(change: Partial<MapLook>): void
  onTool(tool: Tool | undefined): void
  onPanel(panel: Panel | undefined): void
  onDevice(sn: string): void
  onWatch(channel: WatchedChannel): void
  onMessage(sn: string): void
  onGo(device: { sn: string; longitude: number; latitude: number }): void
  onEndSituation(): void
}

/** The panel that is open over the map's right side; one at a time. */
export function MapSide(props: MapSideProps) {
  const { panel, theme, look, drawing, tool, selection, alarmId, situation } = props
  const close = () => props.onPanel(undefined)
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const isWriting = draft.text !== ''
  useEffect(() => (isWriting ? guardPage() : undefined), [isWriting])
  if (panel === 'layers') {
    return (
      <LayersPanel
        look={look}
        heat={props.heat}
        extras={props.extras}
        onLook={props.onLook}
        onClose={close}
      />
    )
  }
  if (panel === 'drawings') {
    return (
      <DrawingsPanel
        drawings={drawing.drawings}
        drawing={tool?.kind === 'draw' ? tool.type : undefined}
        edited={drawing.edited}
        onDraw={(type) =>
          tool?.kind === 'draw' && tool.type === type ? props.onTool(undefined) : drawing.draw(type)
        }
        onChoose={drawing.choose}
        onEdit={drawing.edit}
        onSave={drawing.save}
        onDelete={drawing.remove}
        onLeave={() => props.onTool(undefined)}
        onClose={close}
      />
    )
  }
  if (panel === 'messages') {
    return (
      <MessagesPanel
        sn={props.selected}
        draft={draft}
        onDraft={setDraft}
        isUnit={props.moves}
        onDevice={props.onDevice}
        onClose={close}
      />
    )
  }
  if (panel === 'selection' && selection.sns) {
    return (
      <SelectionPanel
        sns={selection.sns}
        moves={props.moves}
        theme={theme}
        onDevice={props.onDevice}
        onClose={() => {
          selection.clear()
          close()
        }}
      />
    )
  }
  if (panel === 'situation' && alarmId !== undefined) {
    return (
      <SituationPanel
        alarmId={alarmId}
        routed={situation.routed}
        onRoute={(device, to) => void situation.draw(device, to)}
        onGo={props.onGo}
        onWatch={props.onWatch}
        onMessage={props.onMessage}
        onClose={props.onEndSituation}
      />
    )
  }
  return null
}
