/** Rewrites the schemas of scenario files and kind files for editors: npm run scenario-schema. */
import { writeFileSync } from 'node:fs'
import { kindJsonSchema } from './kind-json-schema.ts'
import { scenarioSchema } from './scenario-schema.ts'

const FIXTURES = new URL('../../../fixtures/', import.meta.url)

for (const [file, schema] of [
  ['scenarios/scenario.schema.json', scenarioSchema()],
  ['kinds/kind.schema.json', kindJsonSchema()],
] as const) {
  writeFileSync(new URL(file, FIXTURES), `${JSON.stringify(schema, null, 2)}\n`)
}
