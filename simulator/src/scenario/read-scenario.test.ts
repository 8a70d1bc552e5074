import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { nearName } from '../kernel/near-name.ts'
import { readScenario } from './read-scenario.ts'
import { scenarioSchema } from './scenario-schema.ts'

const SHIPPED = fileURLToPath(new URL('../../../fixtures/scenarios', import.meta.url))
const SCENARIOS = readdirSync(SHIPPED).filter((name) => name.endsWith('.yaml'))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-scenario-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Mistakes of a file with this text: line, field, message. */
function problemsOf(text: string, name = 'it.yaml') {
  const file = join(folder, name)
  writeFileSync(file, text)
  return readScenario(file).problems.map(({ line, field, message }) => [line, field, message])
}

test.each(SCENARIOS)('%s has no mistake and tells editors its schema', (name) => {
  const { scenario, problems } = readScenario(join(SHIPPED, name))
  expect(problems).toEqual([])
  expect(scenario?.timeline.length).toBeGreaterThan(3)
  const firstLine = readFileSync(join(SHIPPED, name), 'utf8').split('\n')[0]
  expect(firstLine).toBe('# yaml-language-server: $schema=./scenario.schema.json')
})

test('the schema for editors is that of the program (npm run scenario-schema writes it)', () => {
  const kept = JSON.parse(readFileSync(join(SHIPPED, 'scenario.schema.json'), 'utf8'))
  expect(kept).toEqual(JSON.parse(JSON.stringify(scenarioSchema())))
})

test('the schema takes what is shipped and refuses what is not known', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(SHIPPED, 'scenario.schema.json'), 'utf8')))
  for (const name of SCENARIOS) {
    const given: unknown = parse(readFileSync(join(SHIPPED, name), 'utf8'))
    expect(schema.safeParse(given).error, name).toBeUndefined()
  }
  for (const at of [
    { '0s': [{ strom: { rate: 5, for: '1s' } }] },
    { '0x': [{ note: 'when' }] },
    { '1s': [{ storm: { rate: '5', for: '1s' } }] },
    { '1s': [{ expect: { online: 'much' } }] },
  ]) {
    expect(schema.safeParse({ name: 'x', at }).success).toBe(false)
  }
})

test('every mistake is named with its line and field, and the name that was meant', () => {
  const found = problemsOf(`name: bad
extends: demo
sead: 5
clock: { start: 2026-13 }
at:
  0s:
    - strom: { rate: 10, for: 10s }
    - storm: { rate: 10, fro: 10s }
    - offline: { device: officers, for: ten }
    - leak: { at: gasDetector 1, gas: h2z, for: 5m }
    - expect: onlin 0.9
  10x:
    - note: hi
`)
  expect(found).toEqual([
    [3, 'sead', "there is no 'sead' here. Did you mean 'seed'?"],
    [4, 'clock.start', "write '2026-11-20 08:00:00'"],
    [7, 'at.0s.0.strom', "there is no 'strom' here. Did you mean 'storm'?"],
    [8, 'at.0s.1.storm.for', 'is missing'],
    [8, 'at.0s.1.storm.fro', "there is no 'fro' here. Did you mean 'for'?"],
    [9, 'at.0s.2.offline.for', 'write a duration: 250ms, 30s, 5m, 1h30m'],
    [10, 'at.0s.3.leak.gas', "'h2z' is none of combustible, co, h2s, nh3, o2. Did you mean 'h2s'?"],
    [11, 'at.0s.4.expect', "there is no expectation 'onlin'. Did you mean 'online'?"],
    [12, 'at.10x', 'write the time since the beginning: 0s, 10s, 1h30m'],
  ])
})

test('names that stand for nothing are named too', () => {
  const found = problemsOf(`name: bad
extends: demo
users:
  - { loginName: zed, name: Z, password: abcd, role: Dispacher, group: safty }
at:
  0s:
    - sos: { device: vehcile 3 }
    - fault: { name: device-flp, devices: vehicle }
    - expect: alarm {type=IoAlrm} within 5s
    - expect: reading gasDetector 1 gasCombustable > 3
    - alarm: { device: camera 1, type: IoAlarm, subType: SSO }
    - chase: { name: Van, past: junctoins }
    - expect: { passed: { chase: Vam, cameras: 4 } }
`)
  expect(found.map(([line, field]) => [line, field])).toEqual([
    [4, 'users.0.role'],
    [4, 'users.0.group'],
    [7, 'at.0s.0.sos.device'],
    [8, 'at.0s.1.fault.name'],
    [9, 'at.0s.2.expect.alarm.type'],
    [10, 'at.0s.3.expect.reading.quantity'],
    [11, 'at.0s.4.alarm.type'],
    [12, 'at.0s.5.chase.past'],
    [13, 'at.0s.6.expect.passed.chase'],
  ])
  const meant = [
    ...['Dispatcher', 'safety', 'vehicle', 'device-flap', 'IoAlarm', 'gasCombustible', 'SOS'],
    ...['junctions', 'Van'],
  ]
  found.forEach(([, , message], i) => {
    expect(message).toContain(`Did you mean '${meant[i]}'?`)
  })
})

test('a note has a text in one language or in both, and a chase a vehicle that there is', () => {
  const notes = '[{ note: hi }, { note: { en: hi, zh: 你好 } }]'
  expect(problemsOf(`name: x\nextends: demo\nat: { 0s: ${notes} }\n`)).toEqual([])
  const found = problemsOf(`name: x
extends: demo
at:
  0s:
    - note: { en: hi }
    - chase: { name: Van, past: junctions, cameras: 1, model: taxy }
`)
  expect(found.map(([line, field]) => [line, field])).toEqual([
    [5, 'at.0s.0.note.zh'],
    [6, 'at.0s.1.chase.cameras'],
    [6, 'at.0s.1.chase.model'],
  ])
})

test('what is no YAML, is not there, or goes round in circles is said, not thrown', () => {
  expect(problemsOf('name: x\nat:\n  0s:\n    - expect: alarm {type: IoAlarm} within 5s\n')[0]?.[0]).toBe(4)
  expect(problemsOf('name: [')[0]?.[2]).toMatch(/^no YAML/)
  expect(problemsOf('- a list')[0]?.[2]).toContain('a list')
  expect(problemsOf('')[0]?.slice(1)).toEqual(['name', 'is missing'])
  expect(readScenario(join(folder, 'absent.yaml')).problems[0]?.message).toContain('there is no file')
  expect(problemsOf('name: x\nextends: ./self.yaml\n', 'self.yaml')[0]?.[2]).toBe(
    'the files extend each other',
  )
  expect(problemsOf('name: alone\n')[0]?.[1]).toBe('groups')
  const swelling = Array.from(
    { length: 11 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]\n`,
  )
  expect(problemsOf(`a0: &a0 [x, x]\n${swelling.join('')}`)[0]?.[2]).toMatch(
    /^no YAML that can be read: .*alias/,
  )
  expect(problemsOf(`a: ${'['.repeat(20_000)}`)).toHaveLength(5)
  expect(problemsOf('word\n'.repeat(500))[0]?.[2]).toMatch(
    /^string 'word word [word ]{50}…' instead of object$/,
  )
})

test('a scenario adds to the one it extends', () => {
  writeFileSync(
    join(folder, 'more.yaml'),
    `name: more
extends: demo
seed: 5
groups: [{ key: extra, name: { zh: 更多, en: More } }]
fleets: [{ kind: vehicle, count: 3, group: extra, placement: traffic }]
at: { 1m: [{ note: later }], 5s: [{ expect: devices 299 }, { note: sooner }] }
`,
  )
  const { scenario } = readScenario(join(folder, 'more.yaml'))
  const demo = readScenario('demo').scenario
  expect(scenario?.fleets).toEqual([...(demo?.fleets ?? []), expect.objectContaining({ count: 3 })])
  expect(scenario?.users).toEqual(demo?.users)
  expect(scenario?.timeline.map(({ atMs, kind }) => [atMs, kind])).toEqual([
    [5000, 'expect'],
    [5000, 'act'],
    [60_000, 'act'],
  ])
})

test('a near name is near: swaps and slips, not strangers', () => {
  expect(nearName('dispacher', ['Dispatcher', 'Viewer'])).toBe('Dispatcher')
  expect(nearName('vehcile', ['vehicle', 'camera'])).toBe('vehicle')
  expect(nearName('zebra', ['vehicle', 'camera'])).toBeUndefined()
})

test('keys that reach a prototype, and aliases that grow without end, are mistakes like others', () => {
  const texts = [
    'name: x\n__proto__: { polluted: 1 }\n',
    'name: x\nconstructor: { prototype: { polluted: 1 } }\n',
    'extends: demo\nfleets:\n  - { kind: camera, count: 1, group: gates, placement: gates, __proto__: { polluted: 1 } }\n',
    `a: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghij'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[n]}`).join(', ')}]`).join('\n')}\n`,
  ]
  for (const text of texts) expect(problemsOf(text).length, text.slice(0, 60)).toBeGreaterThan(0)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
