import { CODES } from '@backlot/contract/codes'
import { DRAWING_STYLE } from '@backlot/contract/map-drawings/constants'
import type { Drawing, DrawingType } from '@backlot/contract/map-drawings/entities'
import { useEffect, useMemo } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { drawingLayers } from '../../features/map/drawing/drawing-layers.ts'
import type { Shape } from '../../features/map/drawing/shape.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useOwnLayers } from '../../features/map/use-own-layers.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import type { DrawingEdit } from './drawing-form.tsx'
import { freeName } from './free-name.ts'
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
  useOwnLayers(handle, layers)

  const edit = (next: DrawingEdit) => onTool({ kind: 'edit', edit: next })
  const add = (drawing: Omit<DrawingEdit, 'id'>) =>
    drawings.add({ ...drawing, zoom: handle?.map.getZoom() ?? 0, mapType: provider?.id ?? '' })

  const isChanged = edited !== undefined && !drawings.list.some((one) => isSame(one, edited))
  useEffect(() => (isChanged ? guardPage() : undefined), [isChanged])

  return {
    drawings,
    edited,
    edit,
    draw: (type: DrawingType) => onTool({ kind: 'draw', type, colour: colourOf(type) }),
    choose: (drawing: Drawing) => edit(drawing),
    /** Saves a new drawing and opens it. */
    async drawn(shape: Shape): Promise<void> {
      const { type, radius } = shape
      const points = shape.points.map(([lng, lat]): [number, number] => [lng, lat])
      const style = {
        colour: colourOf(type),
        width: DRAWING_STYLE.width,
        opacity: DRAWING_STYLE.opacity,
      }
      const name = freeName(t(`type.${type}`), drawings.list)
      const drawing = { name, type, points, radius, style, fence: null }
      try {
        edit({ ...drawing, id: await add(drawing) })
      } catch (error) {
        notify.error(errorText(error))
        // It is not lost: Save tries again.
        edit({ ...drawing, id: undefined })
      }
    },
    async save(): Promise<void> {
      if (!edited) return
      const { id, type, name, points, radius, style, fence } = edited
      const drawing = { name, points, radius, style, fence }
      try {
        if (id === undefined) await add({ ...drawing, type })
        else await drawings.update({ ...drawing, id })
      } catch (error) {
        // Somebody deleted it meanwhile: the entries can be saved as a new one.
        if (isGone(error)) edit({ ...edited, id: undefined })
        throw error
      }
      onTool(undefined)
    },
    async remove(): Promise<void> {
      if (!edited) return
      try {
        if (edited.id !== undefined) await drawings.remove(edited.id)
      } catch (error) {
        if (!isGone(error)) throw error
      }
      onTool(undefined)
    },
  }
}

const colourOf = (type: DrawingType): string =>
  type === 'point' ? DRAWING_STYLE.pointColour : DRAWING_STYLE.colour

const isGone = (error: unknown): boolean =>
  error instanceof PlatformReplyError && error.code === CODES.notFound

const isSame = (kept: Drawing, edited: DrawingEdit): boolean =>
  kept.id === edited.id &&
  (['name', 'points', 'radius', 'style', 'fence'] as const).every(
    (field) => JSON.stringify(kept[field]) === JSON.stringify(edited[field]),
  )
