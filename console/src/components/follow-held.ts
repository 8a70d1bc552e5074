type Values = Readonly<Record<string, unknown>>

/**
 * Values of a form after the platform's values have changed under it: untouched fields follow, entered ones stay.
 * `before` and `now` are the platform's values then and now; sections (objects) are compared field by field.
 */
export function followHeld(entered: Values, before: Values, now: Values): Record<string, unknown> {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries({ ...now, ...entered })) {
    const [from, to] = [before[name], now[name]]
    if (isSection(value) && isSection(from) && isSection(to)) next[name] = followHeld(value, from, to)
    else next[name] = same(value, from) ? to : value
  }
  return next
}

const isSection = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (a: unknown, b: unknown) => a === undefined || JSON.stringify(a) === JSON.stringify(b)
