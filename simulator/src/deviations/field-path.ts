/** A step on the way to a field: a name, all rows of a list, or one row. */
export type Step = { name: string } | { row: number | 'all' }

const PART = /^([A-Za-z_]\w*)((?:\[\d*\])*)$/

/** `list[].sn` as steps; undefined when it is no such path. The last step is a name. */
export function fieldPath(text: string): Step[] | undefined {
  const steps: Step[] = []
  for (const part of text.split('.')) {
    const [, name, rows = ''] = PART.exec(part) ?? []
    if (name === undefined) return undefined
    steps.push({ name })
    for (const [, row = ''] of rows.matchAll(/\[(\d*)\]/g))
      steps.push({ row: row === '' ? 'all' : Number(row) })
  }
  return 'name' in steps.at(-1)! ? steps : undefined
}

type Schema = {
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
  $ref?: string
}

/** Whether a schema (JSON Schema) has the field at a path. Behind a `$ref` everything is taken to be there. */
export function hasField(schema: Schema, steps: readonly Step[]): boolean {
  const [step, ...rest] = steps
  if (!step || schema.$ref !== undefined) return true
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.some((one) => hasField(one, steps))
  if ('row' in step) return schema.items !== undefined && hasField(schema.items, rest)
  const { additionalProperties: further } = schema
  const inner = schema.properties?.[step.name] ?? (typeof further === 'object' ? further : undefined)
  return inner !== undefined && hasField(inner, rest)
}

/** Calls `change` with every object that holds the field at a path, and its name. */
export function atField(
  value: unknown,
  steps: readonly Step[],
  change: (holder: Record<string, unknown>, name: string) => void,
): void {
  const [step, ...rest] = steps
  if (!step || typeof value !== 'object' || value === null) return
  if ('row' in step) {
    if (!Array.isArray(value)) return
    const rows = step.row === 'all' ? value : value.slice(step.row, step.row + 1)
    for (const row of rows) atField(row, rest, change)
    return
  }
  const holder = value as Record<string, unknown>
  if (rest.length === 0) change(holder, step.name)
  else atField(holder[step.name], rest, change)
}
