/** Parameters by name; one that is repeated has its values as a list. */
export function parse(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}
export const stringify = (values: Record<string, string>) => new URLSearchParams(values).toString()
export default { parse, stringify }
