// npm run fault-types: writes the parameters of each kind of fault as TypeScript, for the package's typed `faults.add`.
import { writeFileSync } from 'node:fs'
import { FAULTS } from '@backlot/simulator/faults/fault-list'
import { z } from 'zod'

export const FILE = new URL('../testing/package/fault-parameters.ts', import.meta.url)

type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  default?: unknown
  properties?: Record<string, Schema>
}

/** The file's text as the simulator's list of faults has it now. */
export function faultTypes(): string {
  const kinds = FAULTS.map(({ name, summary, parameters }) => {
    const schema = z.toJSONSchema(parameters, { io: 'input' }) as Schema
    const fields = Object.entries(schema.properties ?? {}).map(([field, given]) => {
      const usual =
        given.default === undefined ? '' : `    /** Default: ${JSON.stringify(given.default)}. */\n`
      return `${usual}    ${field}?: ${typeOf(given)}\n`
    })
    const form = fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}  }`
    return `  /** ${summary} */\n  '${name}': ${form}\n`
  })
  return `// Written by 'npm run fault-types' from the list of faults; a test holds it against them.\n\n/** Parameters of each kind of fault. */\nexport type FaultParameters = {\n${kinds.join('')}}\n`
}

function typeOf({ type, enum: among, const: only, anyOf, items }: Schema): string {
  if (among) return among.map(literal).join(' | ')
  if (only !== undefined) return literal(only)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (type === 'array') return `readonly (${typeOf(items ?? {})})[]`
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' ? type : 'unknown'
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

if (process.argv[1]?.endsWith('fault-types.ts')) writeFileSync(FILE, faultTypes())
