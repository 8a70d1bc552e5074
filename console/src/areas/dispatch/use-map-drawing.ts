import { DRAWING_STYLE, type Drawing, type DrawingType } from '@backlot/contract/map-drawings/entities'
import { App } from 'antd'
import { useMemo } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { drawingLayers } from '../../parts/map/drawing/drawing-layers.ts'
import type { Shape } from '../../parts/map/drawing/shape.ts'
import type { MapHandle } from '../../parts/map/map-handle.ts'
import type { MapTheme } from '../../parts/map/marker-look.ts'
import { useKeptLayers } from '../../parts/map/use-kept-layers.ts'
import type { DrawingEdit } from './drawing-form.tsx'
import type { Hideable } from './map-look.ts'
import type { Tool } from './tool-layer.tsx'
import { useDrawings } from './use-drawings.ts'

type MapDrawingDeps = {
  handle: MapHandle | undefined
  theme: MapTheme
  hidden: readonly Hideable[]
  tool: Tool | undefined
  onTool(tool: Tool | undefined): void
}

/** The own drawings on the map, and drawing new ones and changing old ones with the map's tools. */
export function useMapDrawing({ handle, theme, hidden, tool, onTool }: MapDrawingDeps) {
  const t = useText('mapTools')
  const { message } = App.useApp()
  const drawings = useDrawings()
  const edited = tool?.kind === 'edit' ? tool.edit : undefined
  const editedId = edited?.id

  const shown = useMemo(
    () =>
      drawings.list.filter(
        ({ id, fence }) => id !== editedId && !hidden.includes(fence ? 'fences' : 'drawings'),
      ),
    [drawings.list, editedId, hidden],
  )
  const provider = handle?.provider
  const layers = useMemo(
    () => (provider && shown.length > 0 ? drawingLayers(shown, provider, theme) : undefined),
    [shown, provider, theme],
  )
  useKeptLayers(handle, layers)

  const edit = (next: DrawingEdit) => onTool({ kind: 'edit', edit: next })
  return {
    drawings,
    edited,
    edit,
    draw: (type: DrawingType) => onTool({ kind: 'draw', type, colour: colourOf(type) }),
    choose: (drawing: Drawing) => edit(drawing),
    /** Keeps what was drawn and opens it. */
    async drawn(shape: Shape): Promise<void> {
      const { type, radius } = shape
      const points = shape.points.map(([lng, lat]): [number, number] => [lng, lat])
      const count = drawings.list.filter((one) => one.type === type).length + 1
      const style = {
        colour: colourOf(type),
        width: DRAWING_STYLE.width,
        opacity: DRAWING_STYLE.opacity,
      }
      const name = `${t(`type.${type}`)} ${count}`
      const zoom = handle?.map.getZoom() ?? 0
      const drawing = { name, type, points, radius, style, fence: null }
      try {
        const id = await drawings.add({ ...drawing, zoom, mapType: provider?.id ?? '' })
        edit({ ...drawing, id })
      } catch (error) {
        message.error(errorText(error))
        onTool(undefined)
      }
    },
    async save(): Promise<void> {
      if (!edited) return
      const { id, name, points, radius, style, fence } = edited
      await drawings.update({ id, name, points, radius, style, fence })
      onTool(undefined)
    },
    async remove(): Promise<void> {
      if (!edited) return
      await drawings.remove(edited.id)
      onTool(undefined)
    },
  }
}

const colourOf = (type: DrawingType): string =>
  type === 'point' ? DRAWING_STYLE.pointColour : DRAWING_STYLE.colour
