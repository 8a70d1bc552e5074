import { z } from 'zod'
import { ScenarioFile } from './scenario-spec.ts'

/** JSON Schema of a scenario file for editors, short expectations included. */
export function scenarioSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(ScenarioFile, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
  return {
    ...allowShort(schema),
    $id: 'https://backlot.example/scenario.schema.json',
    title: 'A Backlot scenario',
    description: 'docs/scenarios.md explains every action and expectation.',
  }
}

/** Allows the short form wherever a long expectation is allowed. */
function allowShort(value: unknown): Record<string, unknown> {
  return walk(value) as Record<string, unknown>
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'properties' ? walkProperties(inner as Record<string, unknown>) : walk(inner),
    ]),
  )
}

function walkProperties(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      name === 'expect' ? { anyOf: [SHORT, walk(inner)] } : walk(inner),
    ]),
  )
}

const SHORT = {
  type: 'string',
  description:
    "Short: 'online 0.95', 'alarm {type=IoAlarm} within 5s', 'reading gasDetector 3 gasCombustible > 20 within 10m', 'channel lag p99 < 200ms'",
}
