import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../conformance/docs/read-pages.ts'

// A benchmark that no longer runs is a figure that nobody can measure again.

/** The names that docs/performance.md lists. */
const NAMES = [
  ...(
    /Benchmarks: ([^.]+)\./.exec(readFileSync(join(ROOT, 'docs/performance.md'), 'utf8'))?.[1] ?? ''
  ).matchAll(/`([a-z0-9-]+)`/g),
].map((match) => match[1] as string)
const BOUND_MS = 240_000
/** Benchmarks measure the shipped program: the variables of these tests must not reach it. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(BACKLOT_|NODE_ENV$|VITEST)/.test(name)),
)

async function bench(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', 'scripts/bench/all.ts', ...args],
    { cwd: ROOT, env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], timeout: BOUND_MS },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('a small slice of each benchmark', () => {
  test('names in the documentation are those of the benchmarks', async () => {
    const { output } = await bench('no-such-benchmark')
    const known = /There are: ([^.]+)\./.exec(output)?.[1]?.split(', ') ?? []
    expect(NAMES.length).toBeGreaterThan(20)
    expect([...NAMES].sort()).toEqual(known.sort())
  })

  test.each(NAMES)('%s runs to its end and its counts are right', { timeout: BOUND_MS }, async (name) => {
    const { code, output } = await bench('--smoke', name)
    expect(code, output).toBe(0)
    expect(output).toContain('Every benchmark runs.')
  })
})
