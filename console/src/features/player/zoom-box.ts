/** Part of a picture that a window shows: its centre and the magnification, in parts of the picture (0 … 1). */
export type ZoomView = { x: number; y: number; scale: number }

/** A rectangle dragged in a window, in parts of the window. */
export type DraggedBox = { left: number; top: number; width: number; height: number }

export const WHOLE_PICTURE: ZoomView = { x: 0.5, y: 0.5, scale: 1 }
/** A rectangle magnifies at most about ten times (stated). */
export const ZOOM_MAX = 10
/** Smaller rectangles are a click that slipped. */
const LEAST_PART = 0.02

/** Magnifies the part inside a rectangle dragged over `view`. A slipped click changes nothing. */
export function zoomInto(view: ZoomView, box: DraggedBox): ZoomView {
  const size = Math.max(box.width, box.height)
  if (size < LEAST_PART) return view
  const scale = Math.min(ZOOM_MAX, view.scale / size)
  const x = view.x + (box.left + box.width / 2 - 0.5) / view.scale
  const y = view.y + (box.top + box.height / 2 - 0.5) / view.scale
  return inside({ x, y, scale })
}

/** Magnifies by a factor around a point of the window, whose part of the picture keeps its place. */
export function zoomAt(view: ZoomView, point: { x: number; y: number }, factor: number): ZoomView {
  const scale = Math.min(ZOOM_MAX, Math.max(1, view.scale * factor))
  const by = 1 / view.scale - 1 / scale
  return inside({ x: view.x + (point.x - 0.5) * by, y: view.y + (point.y - 0.5) * by, scale })
}

/** Moves the picture with a pointer, by parts of the window. */
export function panBy(view: ZoomView, dx: number, dy: number): ZoomView {
  return inside({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale })
}

/** The CSS transform that shows a view in a box whose origin is its middle. */
export function zoomTransform(view: ZoomView): string {
  if (view.scale === 1) return 'none'
  const shift = (at: number) => `${((0.5 - at) * 100).toFixed(3)}%`
  return `scale(${view.scale.toFixed(4)}) translate(${shift(view.x)}, ${shift(view.y)})`
}

/** Keeps the shown part within the picture. */
function inside(view: ZoomView): ZoomView {
  const half = 0.5 / view.scale
  const clamp = (at: number) => Math.min(1 - half, Math.max(half, at))
  return { x: clamp(view.x), y: clamp(view.y), scale: view.scale }
}
