import { readFileSync } from 'node:fs'
import { ALL_CALLS } from '@backlot/contract/calls'
import { expect, it } from 'vitest'
import { FAULT_SUMMARIES } from '../../control-page/src/sections/fault-summaries.ts'
import { FAULTS } from '../faults/fault-list.ts'

const page = readFileSync(new URL('../../../docs/control.md', import.meta.url), 'utf8')

it('docs/control.md lists every call of the control API, and no other', () => {
  const listed = [...page.matchAll(/^\| (GET|POST) \| `([^`]+)`/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const calls = ALL_CALLS.filter(({ access }) => access.kind === 'control')
  expect(listed.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort())
})

it('the control page says of every fault in Chinese what it does', () => {
  expect(Object.keys(FAULT_SUMMARIES).sort()).toEqual(FAULTS.map(({ name }) => name).sort())
})
