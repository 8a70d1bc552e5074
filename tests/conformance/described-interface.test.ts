// The descriptions that a platform serves of its interface, held against a linter's recommended rules.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSimulator } from '../../simulator/src/create-simulator.ts'
import type { Simulator } from '../../simulator/src/simulator.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator({ port: 0, data: ':memory:', logLevel: 'silent', encoderBudget: 0 })
})
afterAll(() => simulator[Symbol.asyncDispose]())

it.each(['openapi.json', 'asyncapi.json'])('%s keeps every recommended rule', async (name) => {
  const source = await (await fetch(new URL(`/${name}`, simulator.url))).text()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: name, config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})

it('a description without servers breaks a recommended rule', async () => {
  const source = await (await fetch(new URL('/openapi.json', simulator.url))).text()
  const { servers: _, ...broken } = JSON.parse(source) as Record<string, unknown>
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(broken),
    absoluteRef: 'broken.json',
    config,
  })
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['no-empty-servers'])
})
