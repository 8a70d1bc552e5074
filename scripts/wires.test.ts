import { readFileSync } from 'node:fs'
import { PROTOCOL_TYPES, protocolTitle } from '@backlot/contract/devices/constants'
import { KIND_FACTS } from '@backlot/contract/devices/kinds'
import { ALL_SERVER_KINDS } from '@backlot/contract/servers/constants'
import { WIRE_CALLS } from '@backlot/contract/wires/calls'
import { perWire, perWireServer, WIRE_NAMES, WIRE_SERVERS, WIRES } from '@backlot/contract/wires/wires'
import { parseConfig, wirePortOf } from '@backlot/simulator/composition/config'
import { createGatewayRegistry, wireRoutes } from '@backlot/simulator/composition/wires/open-gateways'
import { serialFor } from '@backlot/simulator/fleet/serials'
import { WIRE_SWARMS } from '@backlot/simulator/fleet/uplinks/wire-swarms'
import { WIRE_SPECS } from '@backlot/simulator/wire/wires'
import { describe, expect, it, test } from 'vitest'
import deviceAdminEn from '../console/src/language/en/deviceAdmin.ts'
import fastConfigEn from '../console/src/language/en/fastConfig.ts'
import logFactsEn from '../console/src/language/en/logFacts.ts'
import serversEn from '../console/src/language/en/servers.ts'
import deviceAdminZh from '../console/src/language/zh/deviceAdmin.ts'
import fastConfigZh from '../console/src/language/zh/fastConfig.ts'
import logFactsZh from '../console/src/language/zh/logFacts.ts'
import serversZh from '../console/src/language/zh/servers.ts'
import { FUZZED_WIRES } from './fuzz/wires/wires.ts'

const page = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const [readme, wiresPage, metricsPage] = ['README.md', 'docs/wires.md', 'docs/metrics.md'].map(page)
const dashboard = page('fixtures/dashboards/backlot.json')
const LANGUAGES = [
  { deviceAdmin: deviceAdminEn, fastConfig: fastConfigEn, logFacts: logFactsEn, servers: serversEn },
  { deviceAdmin: deviceAdminZh, fastConfig: fastConfigZh, logFacts: logFactsZh, servers: serversZh },
]

test('every list of wires has the same wires', () => {
  for (const list of [WIRES, WIRE_SPECS, WIRE_SWARMS, FUZZED_WIRES, perWire(() => 0)])
    expect(Object.keys(list)).toEqual([...WIRE_NAMES])
  const servers = WIRE_NAMES.map((wire) => WIRES[wire].server)
  expect(WIRE_SERVERS).toEqual(servers)
  expect(Object.keys(perWireServer(() => 0))).toEqual(servers.map(({ kind }) => kind))
})

test('no two wires or other protocols and servers have a number or a port in common', () => {
  const facts = Object.values(WIRES)
  for (const numbers of [
    [8080, 1935, 8554, 8555, ...facts.map(({ port }) => port)],
    Object.values(PROTOCOL_TYPES),
    ALL_SERVER_KINDS.map(({ type }) => type),
  ])
    expect(new Set(numbers).size).toBe(numbers.length)
})

describe.each(WIRE_NAMES)('the wire %s', (wire) => {
  const facts = WIRES[wire]
  const { protocolType, title, port, server } = facts

  it('has a port of its own, unless another one or none is asked for', () => {
    expect(wirePortOf(parseConfig({}), wire)).toBe(port)
    expect(wirePortOf(parseConfig({ port: 0 }), wire)).toBe(0)
    expect(wirePortOf(parseConfig({ [`${wire}Port`]: null }), wire)).toBeNull()
    expect(() => parseConfig({ [`${wire}Port`]: 'x' })).toThrow(`Option --${wire}: `)
  })

  it('gives devices serial numbers of its form', () => {
    expect(PROTOCOL_TYPES[wire]).toBe(protocolType)
    expect(protocolTitle(protocolType)).toBe(title)
    const serials = Array.from({ length: 50 }, (_, number) => serialFor(wire, 7, number))
    for (const serial of serials) expect(serial).toMatch(facts.serialForm)
    expect(new Set(serials).size).toBe(serials.length)
    expect(WIRE_SPECS[wire].onlineFields).not.toEqual([])
  })

  it('has a gateway whose calls are routed', () => {
    const own = (paths: readonly string[]) => paths.filter((path) => path.startsWith(`/control/${wire}/`))
    const routed = wireRoutes(createGatewayRegistry(), { latestReadings: () => undefined })
    const calls = own(WIRE_CALLS.map(({ path }) => path))
    expect(calls).not.toEqual([])
    expect(own(routed.map(({ call }) => call.path))).toEqual(calls)
  })

  it('has a device side for a kind of devices that connects over it', () => {
    const { kind, uplinkOf } = WIRE_SWARMS[wire]
    expect(KIND_FACTS[kind].wire).toBe(wire)
    expect(facts.editions).toContain(facts.usualEdition)
    for (const edition of facts.editions) expect(uplinkOf(edition, 10)).toBeTypeOf('function')
  })

  it('has fuzz steps, and packets whose check a fault can spoil', () => {
    const { readDamaged, samples, flood } = FUZZED_WIRES[wire]
    expect(readDamaged(200, 7)).toMatch(/^200 damaged pieces, seed 7: /)
    for (const packet of [...samples(), flood.packet(0)]) {
      const spoilt = WIRE_SPECS[wire].spoilCheck(packet)
      expect(spoilt).toHaveLength(packet.length)
      expect(Buffer.from(spoilt).equals(packet)).toBe(false)
    }
  })

  it.each(LANGUAGES)('has its labels in both languages', ({ deviceAdmin, fastConfig, logFacts, servers }) => {
    expect(deviceAdmin.serialForm[wire]).toContain(title)
    for (const labels of [servers.kind, servers.about, fastConfig.port, logFacts.field])
      expect(labels[server.kind]).toBeTruthy()
  })

  it('has its section, its ports and its metrics in the documentation', () => {
    expect(wiresPage).toContain(`\n## ${title}\n`)
    expect(wiresPage).toContain(`| ${title} | ${port} | \`--${wire}\` | \`--${wire} off\` |`)
    expect(wiresPage).toContain(`\`BACKLOT_${wire.toUpperCase()}\``)
    expect(readme).toContain(`${port} ${title}`)
    for (const metric of ['connections', 'events_total', 'problems_total', 'cuts_total']) {
      expect(metricsPage).toContain(`\`backlot_${wire}_${metric}\``)
      expect(dashboard).toContain(`backlot_${wire}_${metric}`)
    }
  })
})
