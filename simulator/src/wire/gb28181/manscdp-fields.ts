/**
 * Fields of MANSCDP bodies: how an element of a message becomes a value and back. A message is a shape, a table of such
 * fields in the order of the standard; its type follows from the table. Empty elements count as missing.
 */
import type { GbProblem } from './gb-problem.ts'
import { readGbTime, writeGbTime } from './gb-time.ts'
import { childOf, childrenOf, type XmlElement, xmlElement } from './xml-element.ts'

export type Field<Value, Needed extends boolean = boolean> = {
  needed: Needed
  /** Element that is missed when the field is needed. */
  name: string
  /** From the element around it. What cannot be read is reported and counts as missing. */
  read(parent: XmlElement, report: (problem: GbProblem) => void): Value | undefined
  /** Throws a RangeError for a value that has no text. */
  write(value: Value): XmlElement[]
}
export type Shape = Readonly<Record<string, Field<unknown>>>
type Flat<T> = { [K in keyof T]: T[K] }
type ValueIn<F> = F extends Field<infer Value> ? Value : never
export type ValuesOf<S extends Shape> = Flat<
  { [K in keyof S as S[K]['needed'] extends true ? K : never]: ValueIn<S[K]> } & {
    [K in keyof S as S[K]['needed'] extends true ? never : K]?: ValueIn<S[K]>
  }
>

/** A leaf whose text `parse` understands; it answers undefined for what is no value. */
function leaf<Value>(
  name: string,
  parse: (text: string) => Value | undefined,
  print: (value: Value) => string,
): Field<Value, false> {
  const key = name.toLowerCase()
  return {
    needed: false,
    name,
    read(parent, report) {
      const element = childOf(parent, key)
      if (!element || element.text === '') return undefined
      const value = parse(element.text)
      if (value === undefined) {
        report({ code: 'value', offset: element.offset, message: `${name} '${element.text.slice(0, 40)}'` })
      }
      return value
    },
    write: (value) => [xmlElement(name, print(value))],
  }
}

export const text = (name: string) => leaf<string>(name, (value) => value, String)

/** Whole numbers up to 2⁵³. */
export const integer = (name: string) =>
  leaf<number>(
    name,
    (value) => (/^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined),
    (value) => {
      if (!Number.isSafeInteger(value)) throw new RangeError(`${name} ${value}`)
      return String(value)
    },
  )

export const decimal = (name: string) =>
  leaf<number>(
    name,
    (value) =>
      /^[+-]?(\d{1,15}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?$/i.test(value) ? Number(value) : undefined,
    (value) => {
      if (!Number.isFinite(value)) throw new RangeError(`${name} ${value}`)
      return String(value)
    },
  )

/** Epoch milliseconds. */
export const time = (name: string) => leaf<number>(name, readGbTime, writeGbTime)

/** One of some words in any case; `aliases` are what devices say instead. */
export const choice = <Word extends string>(
  name: string,
  words: readonly Word[],
  aliases: Readonly<Record<string, Word>> = {},
) =>
  leaf<Word>(
    name,
    (value) =>
      words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? aliases[value.toUpperCase()],
    (value) => {
      if (!words.includes(value)) throw new RangeError(`${name} ${value}`)
      return value
    },
  )

/** Words with / between them. */
export const words = (name: string) =>
  leaf<string[]>(
    name,
    (value) => value.split('/').map((word) => word.trim()),
    (value) => value.join('/'),
  )

export const needed = <Value>(field: Field<Value>): Field<Value, true> => ({ ...field, needed: true })

/** An element with fields of its own. One that lacks a needed field is reported and counts as missing. */
export function group<S extends Shape>(name: string, shape: S): Field<ValuesOf<S>, false> {
  const key = name.toLowerCase()
  const fields = Object.entries(shape)
  return {
    needed: false,
    name,
    read(parent, report) {
      const element = childOf(parent, key)
      return element && (readFields(fields, element, report) as ValuesOf<S> | undefined)
    },
    write: (value) => [xmlElement(name, writeShape(shape, value))],
  }
}

/** Elements `itemName` with fields, inside an element `name` that says their number in `Num`. */
export function list<S extends Shape>(name: string, itemName: string, shape: S): Field<ValuesOf<S>[], false> {
  const [key, itemKey] = [name.toLowerCase(), itemName.toLowerCase()]
  const fields = Object.entries(shape)
  return {
    needed: false,
    name,
    read(parent, report) {
      const around = childOf(parent, key)
      return (
        around &&
        childrenOf(around, itemKey).flatMap((item) => {
          const value = readFields(fields, item, report) as ValuesOf<S> | undefined
          return value ? [value] : []
        })
      )
    },
    write: (values) => {
      const items = values.map((value) => xmlElement(itemName, writeShape(shape, value)))
      return [xmlElement(name, items, { Num: String(values.length) })]
    },
  }
}

/** Texts of the elements `itemName` inside an element `name`. */
export const textList = (name: string, itemName: string): Field<string[], false> => ({
  needed: false,
  name,
  read(parent) {
    const around = childOf(parent, name.toLowerCase())
    return around && childrenOf(around, itemName.toLowerCase()).map((item) => item.text)
  },
  write: (values) => [
    xmlElement(
      name,
      values.map((value) => xmlElement(itemName, value)),
    ),
  ],
})

/** Values of a shape; undefined when a needed one is missing, which is reported. */
export const readShape = <S extends Shape>(
  shape: S,
  element: XmlElement,
  report: (problem: GbProblem) => void,
): ValuesOf<S> | undefined => readFields(Object.entries(shape), element, report) as ValuesOf<S> | undefined

function readFields(
  fields: readonly (readonly [key: string, field: Field<unknown>])[],
  element: XmlElement,
  report: (problem: GbProblem) => void,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const [key, field] of fields) {
    const value = field.read(element, report)
    if (value !== undefined) values[key] = value
    else if (field.needed) {
      const message = `no ${field.name} in ${element.name.slice(0, 40)}`
      report({ code: 'missing', offset: element.offset, message })
      return undefined
    }
  }
  return values
}

/** Throws a RangeError when a needed value is missing or a value does not fit. */
export function writeShape<S extends Shape>(shape: S, values: ValuesOf<S>): XmlElement[] {
  return Object.entries(shape).flatMap(([key, field]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) return field.write(value)
    if (field.needed) throw new RangeError(`no ${field.name}`)
    return []
  })
}
