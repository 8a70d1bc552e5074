/** A box over a picture and the size of its label, in pixels. `weight`: labels of more weight are placed first. */
export type LabelledBox = {
  x: number
  y: number
  width: number
  height: number
  labelWidth: number
  labelHeight: number
  weight: number
}

type LabelPlace = { x: number; y: number }

type Rect = { left: number; top: number; right: number; bottom: number }

/**
 * Places the labels of boxes so that none overlaps another and all lie in the picture: above their box, below it,
 * inside at its top, or at the right ends of these. Undefined: there is no room, the box has no label.
 */
export function placeLabels(
  boxes: readonly LabelledBox[],
  area: { width: number; height: number },
): (LabelPlace | undefined)[] {
  const places: (LabelPlace | undefined)[] = boxes.map(() => undefined)
  const taken: Rect[] = []
  const order = boxes.map((_, at) => at).sort((a, b) => boxes[b]!.weight - boxes[a]!.weight)
  for (const at of order) {
    const box = boxes[at]!
    for (const place of candidates(box)) {
      const rect = rectOf(box, { x: Math.min(place.x, area.width - box.labelWidth), y: place.y })
      const isInside =
        rect.left >= 0 && rect.top >= 0 && rect.right <= area.width && rect.bottom <= area.height
      if (!isInside || taken.some((other) => overlap(rect, other))) continue
      taken.push(rect)
      places[at] = { x: rect.left, y: rect.top }
      break
    }
  }
  return places
}

function candidates({ x, y, width, height, labelWidth, labelHeight }: LabelledBox): LabelPlace[] {
  const left = Math.max(0, x)
  const right = Math.max(0, x + width - labelWidth)
  const rows = [y - labelHeight, y + height, Math.max(0, y)]
  return [left, right].flatMap((column) => rows.map((row) => ({ x: column, y: row })))
}

const rectOf = ({ labelWidth, labelHeight }: LabelledBox, { x, y }: LabelPlace): Rect => ({
  left: x,
  top: y,
  right: x + labelWidth,
  bottom: y + labelHeight,
})

/** Sharing an edge is no overlap. */
const overlap = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
