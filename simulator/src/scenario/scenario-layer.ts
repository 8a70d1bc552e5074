import type { ScenarioFile } from './scenario-spec.ts'
import type { Found } from './zod-problems.ts'

/** One file, parsed, with the way from a field to its line. */
export type Layer = { file: string; spec: ScenarioFile; raw: unknown; lineOf(found: Found): number }
