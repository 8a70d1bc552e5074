import type { MapHandle } from '../map-handle.ts'
import type { LngLat } from '../mercator.ts'
import { isClosed, outlineOf, type Shape } from './shape.ts'

type Pixel = { x: number; y: number }

/** Canvas pixel of a WGS-84 position. */
export function pixelOf({ map, provider }: MapHandle, position: LngLat): Pixel {
  const [lng, lat] = provider.toDisplay(position)
  return map.project([lng, lat])
}

type OnPage = { clientX: number; clientY: number }

/** Canvas pixel of a place on the page. */
export function canvasPixel({ map }: MapHandle, { clientX, clientY }: OnPage): Pixel {
  const { left, top } = map.getContainer().getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** WGS-84 of a place on the page. */
export function positionOn(handle: MapHandle, page: OnPage): LngLat {
  const { x, y } = canvasPixel(handle, page)
  const { lng, lat } = handle.map.unproject([x, y])
  return handle.provider.fromDisplay([lng, lat])
}

type ShapePathProps = { handle: MapHandle; shape: Shape; colour: string; width: number; opacity: number }

/** A shape on the map's present pixels; points are drawn as a dot. */
export function ShapePath({ handle, shape, colour, width, opacity }: ShapePathProps) {
  const pixels = outlineOf(shape).map((position) => pixelOf(handle, position))
  const [first] = pixels
  if (!first) return null
  if (shape.type === 'point') return <circle cx={first.x} cy={first.y} r="7" fill={colour} stroke="#fff" />
  const path = `M${pixels.map(({ x, y }) => `${x},${y}`).join('L')}${isClosed(shape.type) ? 'Z' : ''}`
  return (
    <path
      d={path}
      stroke={colour}
      strokeWidth={width}
      strokeLinejoin="round"
      strokeLinecap="round"
      fill={isClosed(shape.type) ? colour : 'none'}
      fillOpacity={opacity * 0.5}
      strokeOpacity={Math.min(1, opacity + 0.35)}
    />
  )
}
