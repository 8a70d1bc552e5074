import { z } from 'zod'
import { KindSchema } from '../devices/kind-file/kind-schema.ts'

/** JSON Schema of a kind file for editors. */
export function kindJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(KindSchema, { io: 'input', target: 'draft-7' }),
    $id: 'https://backlot.example/kind.schema.json',
    title: 'A kind of devices for Backlot',
    description: 'docs/kind-files.md explains every field.',
  }
}
