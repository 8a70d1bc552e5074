/** A round number at or above `value`, for the top of a scale. */
export function scaleTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [4, 8, 12, 20, 40]) if (value <= step * unit) return step * unit
  }
}
