import { expect, test } from 'vitest'
import { loadScenario } from '../../scenario/read-scenario.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { runVirtual } from './run-virtual.ts'

/** Essential actions of each scenario; without them one of its expectations must fail. */
const HEARTS: Readonly<Record<string, readonly string[]>> = {
  demo: ['sos'],
  'demo-tour': ['chase', 'leak', 'clock'],
  sandstorm: ['weather'],
  'gas-leak': ['leak'],
  'city-marathon': ['sos'],
  'alarm-storm': ['storm'],
  'flapping-network': ['fault', 'storm'],
  'ten-thousand': ['addFleet'],
}

test.each(Object.keys(HEARTS))('%s fails when what it is about does not happen', async (name) => {
  const whole = loadScenario(name)
  const hearts = HEARTS[name] ?? []
  const without = (scenario: Scenario): Scenario => ({
    ...scenario,
    timeline: scenario.timeline.filter((entry) => entry.kind === 'expect' || !hearts.includes(entry.name)),
  })
  const { failed } = await runVirtual(without(whole))
  expect(failed).toBeGreaterThan(0)
})
