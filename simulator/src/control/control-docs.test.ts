import { readFileSync } from 'node:fs'
import { ALL_CALLS } from '@backlot/contract/calls'
import { expect, it } from 'vitest'
import { FAULTS } from '../faults/fault-list.ts'

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

it('docs/control.md lists every call of the control API, and no other', () => {
  const listed = [...textOf('docs/control.md').matchAll(/^\| (GET|POST) \| `([^`]+)`/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const calls = ALL_CALLS.filter(({ access }) => access.kind === 'control')
  expect(listed.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort())
})

it('the control page says of every fault in Chinese what it does', () => {
  const source = textOf('console/src/control-page/sections/fault-summaries.ts')
  const named = [...source.matchAll(/^ {2}'([\w-]+)': '[^']*[\u4e00-\u9fff]/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(FAULTS.map(({ name }) => name).sort())
})
