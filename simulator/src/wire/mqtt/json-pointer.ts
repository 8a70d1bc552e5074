/** JSON pointers (RFC 6901). */
type Json = unknown

/** Whether a text is a pointer: '' or parts that each begin with a slash. */
export const isPointer = (text: string): boolean => text === '' || text.startsWith('/')

const partsOf = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a pointer; undefined when there is none. Only own members count. */
export function valueAt(document: Json, pointer: string): Json {
  let value = document
  for (const part of partsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, Json>)[part]
  }
  return value
}

/** The document with a value at a pointer; objects on the way are made. */
export function withValue(document: Json, pointer: string, value: Json): Json {
  const [first, ...rest] = partsOf(pointer)
  if (first === undefined) return value
  const object = typeof document === 'object' && document !== null ? (document as Record<string, Json>) : {}
  const deeper = `${rest.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
  const kept = Object.hasOwn(object, first) ? object[first] : undefined
  return { ...object, [first]: withValue(kept, deeper, value) }
}
