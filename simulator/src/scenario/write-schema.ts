/** Rewrites fixtures/scenarios/scenario.schema.json: npm run scenario-schema. */
import { writeFileSync } from 'node:fs'
import { scenarioSchema } from './scenario-schema.ts'

const FILE = new URL('../../../fixtures/scenarios/scenario.schema.json', import.meta.url)

writeFileSync(FILE, `${JSON.stringify(scenarioSchema(), null, 2)}\n`)
