type Values = Readonly<Record<string, unknown>>

/**
 * What a form shows when the platform's values have changed under it: fields as they were given follow, what was entered
 * stays. `before` and `now` are the platform's values then and now; sections (objects) are looked into.
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
