// Damage to values that were right: one of their parts is replaced, left out, doubled, or gets a neighbour.
import fc from 'fast-check'
import { hostileValue, OBJECT_NAMES, withKey } from './hostile-values.ts'

export type Damage = {
  pick: number
  kind: 'replace' | 'drop' | 'add' | 'wrap' | 'double'
  key: string
  value: unknown
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  pick: fc.nat(60),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'wrap', 'double'),
  key: fc.oneof(fc.constantFrom(...OBJECT_NAMES), fc.string({ maxLength: 8 })),
  value: hostileValue,
})

/** Half of the inputs are valid, so that they get past the validation. */
export const damages: fc.Arbitrary<Damage[]> = fc.oneof(
  fc.constant<Damage[]>([]),
  fc.array(damage, { minLength: 1, maxLength: 2 }),
)

export function damaged(value: unknown, list: readonly Damage[]): unknown {
  return list.reduce<unknown>((whole, one) => apply(whole, one), value)
}

type Place = { parent: Record<string, unknown> | unknown[]; key: string } | undefined

function apply(whole: unknown, { pick, kind, key, value }: Damage): unknown {
  const copy = structuredCopy(whole)
  const places = placesOf(copy)
  // The whole value comes last: a body of another kind is refused at once.
  const place = places[(pick + 1) % places.length]
  if (!place) return kind === 'wrap' ? [copy] : value
  const { parent } = place
  const at = place.key as keyof typeof parent
  if (kind === 'replace') (parent as Record<string, unknown>)[place.key] = value
  else if (kind === 'wrap') (parent as Record<string, unknown>)[place.key] = [parent[at]]
  else if (kind === 'drop') delete (parent as Record<string, unknown>)[place.key]
  else if (Array.isArray(parent)) parent.push(parent[at])
  else Object.assign(parent, kind === 'add' ? {} : { [key]: parent[at] })
  return kind === 'add' && isPlain(copy) ? withKey(key, value, copy) : copy
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every place below a value; the first is the value itself. Deep ones are nobody's fields. */
function placesOf(root: unknown): Place[] {
  const places: Place[] = [undefined]
  const open: unknown[] = [root]
  while (open.length > 0 && places.length < 200) {
    const value = open.shift()
    if (typeof value !== 'object' || value === null) continue
    for (const key of Object.keys(value)) {
      places.push({ parent: value as Record<string, unknown>, key })
      open.push((value as Record<string, unknown>)[key])
    }
  }
  return places
}

/** Copies rows and lists; anything deeper than a few levels is shared. */
function structuredCopy(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 8) return value
  if (Array.isArray(value)) return value.map((each) => structuredCopy(each, depth + 1))
  let copy: object = {}
  for (const [key, each] of Object.entries(value)) {
    if (key === '__proto__') copy = withKey(key, each, copy)
    else (copy as Record<string, unknown>)[key] = structuredCopy(each, depth + 1)
  }
  return copy
}
