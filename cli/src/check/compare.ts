import {
  alternativesOf,
  fitsType,
  type JsonSchema,
  resolved,
  typeOf,
  typesOf,
  valuesOf,
} from './json-schema.ts'
import { expectedText, rangeFault, seenText } from './schema-words.ts'

/** Difference of a field: it is missing, of another type, out of range, or unknown. */
export type FieldKind = 'missing' | 'type' | 'range' | 'extra'

/** A field that differs from the contract, over all its places. */
export type FieldDifference = {
  kind: FieldKind
  /** `list[].sn`: rows of lists are not distinguished. Empty: the whole. */
  field: string
  expected: string
  /** Value found at the first place; never the words of a text. */
  seen: string
  /** Number of places with the difference, and of places where the field could be. */
  count: number
  of: number
  /** The first places: `list[17].sn`. */
  places: string[]
}

export type Comparison = {
  differences: FieldDifference[]
  /** Fields that were present and valid everywhere. */
  present: string[]
  /** Fields of the contract that no reply had: optional ones, and those of lists without rows. */
  absent: Set<string>
}

const PLACES_KEPT = 3

/** Compares values with a schema field by field; reports all differences, not the first. */
export class Comparer {
  readonly #root: JsonSchema
  readonly #found = new Map<string, FieldDifference>()
  readonly #present = new Map<string, number>()
  readonly #known = new Set<string>()
  /** How often a field could have been present: its object was. */
  readonly #chances = new Map<string, number>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  /** Adds one value. */
  add(value: unknown): this {
    this.#walk(value, this.#root, '', '')
    return this
  }

  result(): Comparison {
    const differences = [...this.#found.values()].map((difference) => ({
      ...difference,
      of: Math.max(difference.count, this.#chances.get(difference.field) ?? 1),
    }))
    const absent = new Set([...this.#known].filter((field) => !this.#present.has(field)))
    for (const { field } of differences) absent.delete(field)
    const other = new Set(differences.map(({ field }) => field))
    const present = [...this.#present.keys()].filter((field) => !other.has(field)).sort()
    return { differences, present, absent }
  }

  #tell(kind: FieldKind, field: string, place: string, expected: string, seen: string): void {
    const key = `${kind} ${field}`
    const known = this.#found.get(key)
    if (!known) {
      this.#found.set(key, { kind, field, expected, seen, count: 1, of: 1, places: [place] })
      return
    }
    known.count++
    if (known.places.length < PLACES_KEPT) known.places.push(place)
  }

  #walk(value: unknown, given: JsonSchema, field: string, place: string): void {
    const schema = this.#chosen(value, resolved(given, this.#root))
    if (!schema) {
      const expected = expectedText(given, this.#root)
      const isOfType = alternativesOf(resolved(given, this.#root)).some((one) =>
        fitsType(value, typesOf(resolved(one, this.#root))),
      )
      this.#tell(isOfType ? 'range' : 'type', field, place, expected, seenText(value, isOfType))
      return
    }
    if (!fitsType(value, typesOf(schema))) {
      this.#tell('type', field, place, expectedText(schema, this.#root), seenText(value, false))
      return
    }
    const fault = rangeFault(value, schema)
    if (fault) this.#tell('range', field, place, fault, seenText(value, valuesOf(schema) !== undefined))
    if (Array.isArray(value)) this.#walkList(value, schema, field, place)
    else if (typeof value === 'object' && value !== null)
      this.#walkObject(value as Record<string, unknown>, schema, field, place)
  }

  #walkList(list: readonly unknown[], schema: JsonSchema, field: string, place: string): void {
    list.forEach((item, i) => {
      const own = schema.prefixItems?.[i] ?? schema.items
      if (own) this.#walk(item, own, `${field}[]`, `${place}[${i}]`)
    })
    if (list.length === 0 && schema.items) this.#knowBelow(schema.items, `${field}[]`, 0)
  }

  #walkObject(
    object: Readonly<Record<string, unknown>>,
    schema: JsonSchema,
    field: string,
    place: string,
  ): void {
    const properties = schema.properties ?? {}
    const required = new Set(schema.required)
    for (const [name, own] of Object.entries(properties)) {
      const [inner, at] = [joined(field, name), joined(place, name)]
      this.#known.add(inner)
      bump(this.#chances, inner)
      if (object[name] === undefined) {
        if (required.has(name)) this.#tell('missing', inner, at, expectedText(own, this.#root), 'nothing')
        else this.#knowBelow(own, inner, 0)
        continue
      }
      bump(this.#present, inner)
      this.#walk(object[name], own, inner, at)
    }
    const { additionalProperties: further } = schema
    for (const [name, value] of Object.entries(object)) {
      if (Object.hasOwn(properties, name)) continue
      if (further === undefined || further === false) {
        if (schema.properties)
          this.#tell(
            'extra',
            joined(field, name),
            joined(place, name),
            'no such field',
            seenText(value, false),
          )
        continue
      }
      // A map of names that only the platform knows: its values are one field.
      const names = schema.propertyNames && valuesOf(schema.propertyNames)
      if (names && !names.includes(name))
        this.#tell('range', joined(field, '*'), joined(place, name), `one of ${names.join(', ')}`, name)
      if (typeof further === 'object') this.#walk(value, further, joined(field, '*'), joined(place, name))
    }
  }

  /** Fields below one that was not there: known to the contract, seen by nobody. */
  #knowBelow(given: JsonSchema, field: string, depth: number): void {
    // Trees refer to themselves.
    if (depth > 3) return
    for (const alternative of alternativesOf(resolved(given, this.#root))) {
      const schema = resolved(alternative, this.#root)
      for (const [name, own] of Object.entries(schema.properties ?? {})) {
        this.#known.add(joined(field, name))
        this.#knowBelow(own, joined(field, name), depth + 1)
      }
      if (schema.items) this.#knowBelow(schema.items, `${field}[]`, depth + 1)
    }
  }

  /** Of a union's alternatives the one that is meant; undefined when none is. */
  #chosen(value: unknown, schema: JsonSchema): JsonSchema | undefined {
    const all = alternativesOf(schema)
    if (all.length === 1 && all[0] === schema) return schema
    const alternatives = all.map((one) => resolved(one, this.#root))
    const ofType = alternatives.filter((one) => fitsType(value, typesOf(one)))
    const open = ofType.filter((one) => {
      const values = valuesOf(one)
      return values === undefined || values.includes(value)
    })
    if (open.length <= 1 || typeof value !== 'object' || value === null)
      return open.find((one) => rangeFault(value, one) === undefined) ?? open[0]
    const named = byDiscriminator(value as Record<string, unknown>, open)
    if (named !== 'none') return named
    return this.#closest(value, open)
  }

  /** The alternative from which a value differs least. */
  #closest(value: unknown, alternatives: readonly JsonSchema[]): JsonSchema | undefined {
    const scored = alternatives.map((schema) => {
      const trial = new Comparer({ ...schema, ...(this.#root.$defs ? { $defs: this.#root.$defs } : {}) })
      return { schema, faults: trial.add(value).result().differences.length }
    })
    return scored.sort((a, b) => a.faults - b.faults)[0]?.schema
  }
}

/**
 * The alternative whose constant fields the object has. 'none' when the alternatives differ in no constants, the best
 * match when the object has none of them but one field distinguishes them.
 */
function byDiscriminator(
  object: Readonly<Record<string, unknown>>,
  alternatives: readonly JsonSchema[],
): JsonSchema | undefined | 'none' {
  const names = Object.keys(alternatives[0]?.properties ?? {}).filter((name) =>
    alternatives.every((one) => one.properties?.[name] && 'const' in one.properties[name]),
  )
  const [name] = names
  if (name === undefined) return 'none'
  const found = alternatives.find((one) => one.properties?.[name]?.const === object[name])
  if (found) return found
  const values = alternatives.map((one) => one.properties?.[name]?.const)
  const type = typeOf(values[0])
  // None of the known ones: only its name can be reported as different.
  return {
    type: 'object',
    properties: { [name]: { type, enum: values } },
    required: [name],
    additionalProperties: true,
  }
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
