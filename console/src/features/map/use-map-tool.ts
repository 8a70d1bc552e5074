import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { onFreeEscape } from '../../components/close-dialog.ts'
import type { MapHandle } from './map-handle.ts'
import type { LngLat } from './mercator.ts'

/** Where the pointer is: on the ground (WGS-84) and on the map's canvas. */
export type ToolPoint = { position: LngLat; pixel: { x: number; y: number }; button: number }

type MapToolHandlers = {
  onLeave(): void
  click?(at: ToolPoint): void
  press?(at: ToolPoint): void
  release?(at: ToolPoint): void
  move?(at: ToolPoint): void
  /** Double click or right click. */
  end?(at: ToolPoint): void
  /** Keys other than Escape, while nobody types into a field. True: the key is dealt with. */
  key?(event: KeyboardEvent): boolean
}

/**
 * Gives the map's pointer and keys to a tool while it is there: crosshair, no zoom by double click, Escape leaves.
 * `pulls`: the tool is dragged, the map is not.
 */
export function useMapTool({ map, provider }: MapHandle, handlers: MapToolHandlers, pulls = false): void {
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const pointOf = ({ lngLat, point, originalEvent }: MapMouseEvent): ToolPoint => ({
      position: provider.fromDisplay([lngLat.lng, lngLat.lat]),
      pixel: point,
      button: originalEvent.button,
    })
    const handlers = {
      click: (event: MapMouseEvent) => latest.current.click?.(pointOf(event)),
      mousedown: (event: MapMouseEvent) => latest.current.press?.(pointOf(event)),
      mouseup: (event: MapMouseEvent) => latest.current.release?.(pointOf(event)),
      mousemove: (event: MapMouseEvent) => latest.current.move?.(pointOf(event)),
      dblclick: (event: MapMouseEvent) => end(event),
      contextmenu: (event: MapMouseEvent) => end(event),
    }
    const end = (event: MapMouseEvent) => {
      event.preventDefault()
      latest.current.end?.(pointOf(event))
    }
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (!typing && latest.current.key?.(event)) event.preventDefault()
    }
    const names = Object.keys(handlers) as (keyof typeof handlers)[]
    map.getCanvas().style.cursor = 'crosshair'
    map.doubleClickZoom.disable()
    if (pulls) map.dragPan.disable()
    for (const name of names) map.on(name, handlers[name])
    window.addEventListener('keydown', key)
    const leaveNoMore = onFreeEscape(() => latest.current.onLeave())
    return () => {
      map.getCanvas().style.cursor = ''
      map.doubleClickZoom.enable()
      map.dragPan.enable()
      for (const name of names) map.off(name, handlers[name])
      window.removeEventListener('keydown', key)
      leaveNoMore()
    }
  }, [map, provider, pulls])
}
