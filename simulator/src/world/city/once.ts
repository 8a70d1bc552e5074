/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let value: { made: T } | undefined
  return () => {
    value ??= { made: make() }
    return value.made
  }
}
