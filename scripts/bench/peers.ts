// A list of 100 rows from Backlot, and from the mock servers that people use instead.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { startProgram } from './child-server.ts'
import { LIST_PATH } from './http-targets.ts'
import { getRequest } from './load-client.ts'
import { mockoonEnvironment } from './mockoon-environment.ts'
import { alternate, type Contestant } from './pairs.ts'
import { type Finding, rate } from './report.ts'

const MODULES = 'peers/node_modules'

export async function benchPeers(): Promise<Finding[]> {
  if (!existsSync(join(import.meta.dirname, MODULES))) return [{ name: 'peers', value: 'not installed' }]
  const folder = mkdtempSync(join(tmpdir(), 'backlot-peers-'))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string): Promise<Finding[]> {
  await using simulator = await launchSimulator(['--call-rate', 'off'])
  const operator = await Operator.signIn(simulator.url)
  const headers = { cookie: operator.cookie }
  const get = async (path: string) => (await fetch(new URL(path, simulator.url), { headers })).text()
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const body = await get(LIST_PATH)
  const rows = (JSON.parse(body) as { data: { list: object[] } }).data.list
  const openapi = file('openapi.json', await get('/openapi.json'))
  const database = file('db.json', JSON.stringify({ nodes: rows }))

  await using mockoon = await startProgram(`${MODULES}/@mockoon/cli/bin/run.js`, (port) => {
    const data = file('mockoon.json', JSON.stringify(mockoonEnvironment('list', body, port)))
    return ['start', '--data', data, '--port', String(port), '--repair', '--disable-log-to-file']
  })
  await using prism = await startProgram(`${MODULES}/@stoplight/prism-cli/dist/index.js`, (port) => [
    ...['mock', openapi, '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'],
  ])
  await using jsonServer = await startProgram(`${MODULES}/json-server/lib/cli/bin.js`, (port) => [
    ...[database, '--host', '127.0.0.1', '--port', String(port), '--quiet', '--no-gzip'],
  ])

  const contestant = (name: string, pid: number, base: string, path: string): Contestant => {
    const url = new URL(path, base)

    return {
      name,
      pid,
      host: url.hostname,
      port: Number(url.port),
      requests: [getRequest(url, headers)],
    }
  }
  const at = ({ port }: { port: number }) => `http://127.0.0.1:${port}`
  const { measured, ratios } = await alternate([
    contestant('Backlot, repeated list with its session', simulator.pid, simulator.url, LIST_PATH),
    contestant('Mockoon, the same bytes as a fixed body', mockoon.pid, at(mockoon), '/list'),
    contestant('json-server, the same 100 rows', jsonServer.pid, at(jsonServer), '/nodes?_limit=100'),
    contestant('Prism, what it makes of our openapi.json', prism.pid, at(prism), LIST_PATH),
  ])
  return measured.map((m, i) => ({
    name: m.name,
    value: `${rate(m.perCpuSecond)} replies per CPU-second (${m.errors} errors)${i === 0 ? '' : `, ${(1 / (ratios[i] as number)).toFixed(0)} times less`}`,
  }))
}
