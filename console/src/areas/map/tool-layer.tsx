import type { Drawing, DrawingType } from '@backlot/contract/map-drawings/entities'
import { useMemo } from 'react'
import { DrawTool } from '../../features/map/drawing/draw-tool.tsx'
import type { Shape } from '../../features/map/drawing/shape.ts'
import { ShapeEditor } from '../../features/map/drawing/shape-editor.tsx'
import { useSnapping } from '../../features/map/drawing/use-snapping.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { LngLat } from '../../features/map/mercator.ts'
import { PlaceTool } from '../../features/map/place-tool.tsx'
import { RangingTool } from '../../features/map/ranging-tool.tsx'
import type { DrawingEdit } from './drawing-form.tsx'

export const SELECT_COLOUR = '#e6a23c'

/** The tool that has the map; one at a time (stated). */
export type Tool =
  | { kind: 'ranging' }
  | { kind: 'draw'; type: DrawingType; colour: string }
  | { kind: 'select'; type: 'rectangle' | 'polygon' }
  | { kind: 'edit'; edit: DrawingEdit }
  | { kind: 'place'; sn: string }

type ToolLayerProps = {
  handle: MapHandle
  tool: Tool
  /** Drawings that points may snap to. */
  drawings: readonly Drawing[]
  onLeave(): void
  onDrawn(shape: Shape): void
  onSelected(shape: Shape): void
  onEdit(edit: DrawingEdit): void
  onPlace(sn: string, position: LngLat): void
}

/** The tool that has the map, drawn on it. */
export function ToolLayer(props: ToolLayerProps) {
  const { handle, tool, drawings, onLeave, onDrawn, onSelected, onEdit, onPlace } = props
  const editedId = tool.kind === 'edit' ? tool.edit.id : undefined
  const others = useMemo(() => drawings.filter(({ id }) => id !== editedId), [drawings, editedId])
  const snap = useSnapping(handle, others)
  switch (tool.kind) {
    case 'ranging':
      return <RangingTool handle={handle} onLeave={onLeave} />
    case 'draw':
      return (
        <DrawTool
          key={tool.type}
          handle={handle}
          type={tool.type}
          colour={tool.colour}
          snap={snap}
          onDone={onDrawn}
          onLeave={onLeave}
        />
      )
    case 'select':
      return (
        <DrawTool
          key={tool.type}
          handle={handle}
          type={tool.type}
          colour={SELECT_COLOUR}
          width={2}
          onDone={onSelected}
          onLeave={onLeave}
        />
      )
    case 'edit': {
      const { edit } = tool
      return (
        <ShapeEditor
          key={edit.id}
          handle={handle}
          shape={edit}
          colour={edit.style.colour}
          width={edit.style.width}
          opacity={edit.style.opacity}
          snap={snap}
          onLeave={onLeave}
          onChange={({ points, radius }) =>
            onEdit({ ...edit, points: points.map(([lng, lat]): [number, number] => [lng, lat]), radius })
          }
        />
      )
    }
    case 'place':
      return <PlaceTool handle={handle} onPlace={(at) => onPlace(tool.sn, at)} onLeave={onLeave} />
  }
}
