import { parse } from 'yaml'

/**
 * Fleets in a YAML file: one, a list, or the `fleets` of a scenario; not validated yet. Throws an Error whose first
 * line names the fault of the file.
 */
export function readFleets(yamlText: string): unknown[] {
  const content: unknown = parse(yamlText)
  if (Array.isArray(content)) return content
  if (typeof content !== 'object' || content === null) throw new Error('the file contains no fleet.')
  return 'fleets' in content && Array.isArray(content.fleets) ? content.fleets : [content]
}
