/** Where the display lies under a canvas: left and top edge in the Mercator square, CSS pixels. */
export type DrawnView = {
  left: number
  top: number
  /** CSS pixels of the whole square. */
  scale: number
  width: number
  height: number
  /** Device pixels of a CSS pixel. */
  ratio: number
}

/** Whether two views show the same through a canvas of the same size. */
export const isSameView = (a: DrawnView, b: DrawnView): boolean =>
  a.left === b.left &&
  a.top === b.top &&
  a.scale === b.scale &&
  a.width === b.width &&
  a.height === b.height &&
  a.ratio === b.ratio

/** CSS transform, about the upper left corner, that moves a picture drawn for one view to its place in another. */
export function canvasShift(drawn: DrawnView, now: DrawnView): string {
  const x = (drawn.left - now.left) * now.scale
  const y = (drawn.top - now.top) * now.scale
  return `translate(${x}px, ${y}px) scale(${now.scale / drawn.scale})`
}
