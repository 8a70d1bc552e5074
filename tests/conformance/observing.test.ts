import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { controlStatus, controlStorm } from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlAddFleet, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { LiveMessage } from '@backlot/contract/control/live-calls'
import {
  controlRunScenario,
  controlScenarioRuns,
  controlShippedScenarios,
  controlStopScenario,
} from '@backlot/contract/control/run-calls'
import { controlFleetState, controlWeatherNow } from '@backlot/contract/control/state-calls'
import { controlStopStorm, controlStorms } from '@backlot/contract/control/storm-calls'
import { wholeBlocks } from '@backlot/contract/pcapng/whole-blocks'
import { createSimulator, type Simulator } from '@backlot/simulator/create-simulator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { control } from '../../testing/control.ts'

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string }

let simulator: Simulator
let collector: Server
const spans: Span[] = []
const exported = new Set<string>()

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString())
    if (request.url === '/v1/traces') spans.push(...body.resourceSpans[0].scopeSpans[0].spans)
    if (request.url === '/v1/metrics')
      for (const { name } of body.resourceMetrics[0].scopeMetrics[0].metrics) exported.add(name)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', '1')
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
  vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '100')
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    logLevel: 'error',
    checkReplies: true,
    mqttPort: 0,
    modbusPort: 0,
  })
  vi.unstubAllEnvs()
}, 60_000)

afterAll(async () => {
  await simulator?.[Symbol.asyncDispose]()
  collector?.close()
})

const bearer = () => ({ authorization: `Bearer ${simulator.controlToken}` })
/** Headers that browsers send with a page's own requests. */
const PAGE_HEADERS = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

/** Reads a stream until an awaited message. */
async function hear<T>(
  query: string,
  wanted: (message: LiveMessage) => T | undefined,
  meanwhile = async () => {},
) {
  const abort = new AbortController()
  const response = await fetch(`${simulator.url}/control/live?${query}`, {
    headers: { ...bearer(), ...PAGE_HEADERS },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  let rest = ''
  let isMeanwhile = false
  const decoder = new TextDecoder()
  try {
    for await (const part of response.body!) {
      if (!isMeanwhile) await meanwhile()
      isMeanwhile = true
      rest += decoder.decode(part as Uint8Array, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks.filter((each) => each.startsWith('data: '))) {
        const found = wanted(LiveMessage.parse(JSON.parse(block.slice(6))))
        if (found !== undefined) return found
      }
    }
    throw new Error('The stream ended')
  } finally {
    abort.abort()
  }
}

describe('the control page', () => {
  it('comes with a policy without inline code, and nobody frames it', async () => {
    const response = await fetch(`${simulator.url}/control/ui/`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const html = await response.text()
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)/)
    expect(html).not.toMatch(/https?:\/\//)
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(html)![1]!
    const code = await fetch(`${simulator.url}/control/ui/${script}`)
    expect(code.headers.get('content-type')).toContain('javascript')
    expect(code.headers.get('cache-control')).toContain('immutable')
    const moved = await fetch(`${simulator.url}/control/ui`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/control/ui/'])
    const gone = await fetch(`${simulator.url}/control/ui/..%2f..%2fpackage.json`)
    expect(gone.status).toBeGreaterThanOrEqual(400)
  })

  it('is let in by its token alone: a browser without it, with another one or from elsewhere is not', async () => {
    for (const path of ['/control/live', '/control/capture?packets=1']) {
      const ask = async (headers: Record<string, string>) =>
        (await fetch(`${simulator.url}${path}`, { headers })).status
      expect(await ask(PAGE_HEADERS)).toBe(403)
      expect(await ask({ ...PAGE_HEADERS, authorization: 'Bearer guess' })).toBe(403)
      expect(await ask({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })).toBe(403)
    }
    const write = await fetch(`${simulator.url}/control/clock`, {
      method: 'POST',
      headers: { ...bearer(), origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      body: '{"action":"pause"}',
    })
    expect(write.status).toBe(403)
  })
})

describe('captures of the wires', () => {
  it('come with the token as pcapng, end after their time, and refuse what there is not', async () => {
    const headers = { ...bearer(), ...PAGE_HEADERS }
    const ask = (query: string) => fetch(`${simulator.url}/control/capture?${query}`, { headers })
    const reply = await ask('wires=jt808,gb28181&seconds=0.2')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-pcapng'])
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(wholeBlocks(bytes)?.length).toBe(bytes.length)
    for (const [query, field] of [
      ['wires=telex', 'wires'],
      ['seconds=0', 'seconds'],
      ['packets=1.5', 'packets'],
      ['sn=', 'sn'],
      ['from=5', 'to'],
    ]) {
      const refused = await ask(query!)
      expect([query, refused.status, (await refused.json()).data?.field]).toEqual([query, 400, field])
    }
    expect((await ask('from=0&to=1000&sn=NOBODY')).status).toBe(404)
  })
})

describe('what goes on', () => {
  it('tells the state, and refuses kinds that there are not', async () => {
    const state = await hear('', (message) => (message.type === 'state' ? message : undefined))
    expect(state.seed).toBe(7)
    const { list } = await control(simulator.url, controlFleetState)
    expect(list.map(({ kind }) => kind)).toEqual(state.kinds.map(({ kind }) => kind))
    expect(list.reduce((sum, { total }) => sum + total, 0)).toBe(
      (await control(simulator.url, controlStatus)).devices.total,
    )
    expect(await control(simulator.url, controlWeatherNow)).toMatchObject({ changes: 0 })
    const wrong = await fetch(`${simulator.url}/control/live?events=dreams`)
    expect(await wrong.json()).toMatchObject({ data: { field: 'events' } })
  })

  it('tells of a fault that is attached, and of one device only when asked so', async () => {
    const add = async () => {
      await control(simulator.url, controlAddFaults, {
        body: { faults: [{ fault: 'device-offline', target: { kinds: ['camera'] } }] },
      })
    }
    const fault = await hear(
      'state=0&events=fault',
      (message) =>
        message.type === 'events' ? message.list.find(({ kind }) => kind === 'fault') : undefined,
      add,
    )
    expect(fault).toMatchObject({ what: 'attached', detail: { fault: 'device-offline' } })
    const { list } = await control(simulator.url, controlFaults)
    expect(list).toHaveLength(1)
    await control(simulator.url, controlRemoveFaults, { body: {} })
  })

  it('of a flood a part is sent and all is counted', async () => {
    const flood = async () => {
      await control(simulator.url, controlStorm, { body: { ratePerSecond: 20_000, forMs: 3000 } })
    }
    const flooded = await hear(
      'state=0&events=alarm',
      (message) => (message.type === 'events' && message.left > 0 ? message : undefined),
      flood,
    )
    expect(flooded.list.length).toBeLessThanOrEqual(60)
    expect(flooded.seen.alarm).toBe(flooded.list.length + flooded.left)
    for (const { stormId } of (await control(simulator.url, controlStorms)).list)
      await control(simulator.url, controlStopStorm, { body: { stormId } })
  })

  it('tells every field of the frames of a wire', async () => {
    const { fleetId } = await control(simulator.url, controlAddFleet, {
      body: {
        kind: 'vehicle',
        count: 5,
        group: { key: 'observed', name: { zh: '观察', en: 'Observed' } },
        placement: 'traffic',
        wire: true,
        profile: 'busy',
      },
    })
    const frame = await hear('state=0&wires=jt808&direction=in', (message) =>
      message.type === 'frames' ? message.list.find(({ code }) => code === '0x0200') : undefined,
    )
    expect(frame).toMatchObject({ protocol: 'jt808', direction: 'in', title: { en: 'position' } })
    expect(frame.hex).toMatch(/^7e0200[0-9a-f]+7e$/)
    expect(frame.fields.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['phone', 'latitude', 'speedKmh']),
    )
    await control(simulator.url, controlRemoveFleet, { body: { fleetId } })
  })
})

describe('runs of scenarios', () => {
  it('plays a shipped one, one at a time, and stops it; what is not there is refused by name', async () => {
    const { list } = await control(simulator.url, controlShippedScenarios)
    expect(list.find(({ id }) => id === 'gas-leak')).toMatchObject({ start: '2026-11-20 09:00:00' })
    const start = (scenario: string) =>
      control(simulator.url, controlRunScenario, { body: { scenario, speed: 20 } })
    await expect(start('no-such')).rejects.toThrow(/no shipped scenario/)
    const { runId } = await start('gas-leak')
    await expect(start('gas-leak')).rejects.toThrow(/one is being played/)
    const [first] = await hear('', (message) =>
      message.type === 'state' && message.runs[0]!.verdicts.length > 0 ? message.runs : undefined,
    )
    expect(first).toMatchObject({ runId, state: 'playing', scenario: 'gas-leak' })
    const stopped = await control(simulator.url, controlStopScenario, { body: { runId } })
    expect(stopped.state).toBe('stopped')
    expect((await control(simulator.url, controlScenarioRuns)).list).toHaveLength(1)
  })
})

describe('metrics', () => {
  const names = async () => {
    const text = await (await fetch(`${simulator.url}/metrics`)).text()
    return [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, type]) => ({ name: name!, type: type! }))
  }

  it('docs/metrics.md lists every one with its type, and no other', async () => {
    const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
    const listed = [...page.matchAll(/^\| `(backlot_\w+)` \| (\w+) \|/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    expect(listed.sort()).toEqual((await names()).map(({ name, type }) => `${name} ${type}`).sort())
  })

  it('are named by the conventions', async () => {
    for (const { name, type } of await names()) {
      expect(name).toMatch(/^backlot_[a-z0-9_]+$/)
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
      expect(name).not.toMatch(/_(ms|millis|milliseconds|kb|mb|percent)(_|$)/)
    }
  })

  it('the dashboard asks for nothing that is not there', async () => {
    const there = new Set(
      (await names()).flatMap(({ name, type }) => (type === 'histogram' ? [`${name}_bucket`] : [name])),
    )
    const dashboard = readFileSync(new URL('../../fixtures/dashboards/backlot.json', import.meta.url), 'utf8')
    const asked = new Set([...dashboard.matchAll(/backlot_[a-z0-9_]+/g)].map(([name]) => name))
    expect([...asked].filter((name) => !there.has(name))).toEqual([])
    expect([...there].filter((name) => !asked.has(name))).toEqual([])
  })

  it('counts requests by the template of their path, never by the path', async () => {
    await fetch(`${simulator.url}/control/storms/none-such`)
    await fetch(`${simulator.url}/wp-login.php?x=1`)
    const text = await (await fetch(`${simulator.url}/metrics`)).text()
    expect(text).toMatch(
      /backlot_http_requests_total\{method="GET",route="\/control\/storms\/:id",status="404"\} 1/,
    )
    expect(text).not.toContain('none-such')
    expect(text).not.toContain('wp-login')
  })
})

describe('telemetry', () => {
  it('a request and its writes are one trace, below the caller; transactions and metrics go out too', async () => {
    const traceId = 'c'.repeat(32)
    const traceparent = `00-${traceId}-${'d'.repeat(16)}-01`
    const response = await fetch(`${simulator.url}/control/weather`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: '{"cloud":0.5,"forMs":60000}',
    })
    expect(response.status).toBe(200)
    await vi.waitFor(() => {
      const mine = spans.filter((span) => span.traceId === traceId)
      const request = mine.find(({ name }) => name === 'POST /control/weather')
      expect(request?.parentSpanId).toBe('d'.repeat(16))
      expect(mine.find(({ name }) => name === 'store.write timeline.append')?.parentSpanId).toBe(
        request!.spanId,
      )
      expect(spans.some(({ name }) => name === 'store.transaction')).toBe(true)
      expect(exported.has('backlot_devices')).toBe(true)
    }, 15_000)
  })
})
