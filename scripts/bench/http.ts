// Replies per CPU-second of lists: Backlot beside a bare server with the same bytes, and beside Fastify reading the same rows.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import {
  controlDevices,
  controlSetDevice,
  controlStorm,
  controlStormStatus,
} from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { startScript } from './child-server.ts'
import { LIST_PATH } from './http-targets.ts'
import { getRequest } from './load-client.ts'
import { alternate, type Contestant } from './pairs.ts'
import { type Finding, printFindings, rate } from './report.ts'

/** 100 changes of devices' states a second until stopped. */
function statusChanges(url: string, sns: readonly string[]): () => void {
  let n = 0
  const timer = setInterval(() => {
    for (let i = 0; i < 10; i++) {
      const sn = sns[n % sns.length] as string
      const state = Math.floor(n++ / sns.length) % 2 === 0 ? 'offline' : 'online'
      control(url, controlSetDevice, { body: { sn, state } }).catch((error: Error) =>
        console.error(error.message),
      )
    }
  }, 100)
  return () => clearInterval(timer)
}

export async function benchHttp(): Promise<Finding[]> {
  await using simulator = await launchSimulator(['--call-rate', 'off'])
  const operator = await Operator.signIn(simulator.url)
  const headers = { cookie: operator.cookie }
  const findings: Finding[] = []
  const contestant = (
    name: string,
    pid: number,
    url: URL,
    paths: readonly string[],
    withCookie: boolean,
  ): Contestant => ({
    name,
    pid,
    host: url.hostname,
    port: Number(url.port),
    requests: paths.map((path) => getRequest(new URL(path, url), withCookie ? headers : {})),
  })

  const body = await (await fetch(new URL(LIST_PATH, simulator.url), { headers })).text()
  await using bare = await startScript('bare-server.mjs', ['-'], body)
  const { list } = await control(simulator.url, controlDevices, { query: { limit: 200 } })
  const stopChanges = statusChanges(
    simulator.url,
    list.map((device) => device.sn),
  )
  const repeated = await alternate([
    contestant(
      'bare node:http, same bytes',
      bare.pid,
      new URL(`http://127.0.0.1:${bare.port}`),
      [LIST_PATH],
      false,
    ),
    contestant('Backlot, repeated list', simulator.pid, new URL(simulator.url), [LIST_PATH], true),
  ])
  stopChanges()
  for (const m of repeated.measured) {
    findings.push({
      name: m.name,
      value: `${rate(m.perCpuSecond)} replies per CPU-second (${body.length} bytes, ${m.errors} errors)`,
    })
  }
  const ratio = repeated.ratios[1] as number
  findings.push({
    name: 'repeated list : bare',
    value: ratio.toFixed(2),
    goal: '≥ 0.60',
    holds: ratio >= 0.6,
  })

  const { stormId } = await control(simulator.url, controlStorm, {
    body: { ratePerSecond: 4000, forMs: 5000 },
  })
  while (!(await control(simulator.url, controlStormStatus, { params: { id: stormId } })).done) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const rows = (await operator.call(listAlarms, { query: { after: 0, pageSize: 1000 } })).list
  const cursors = rows.map((row) => row.cursor as number)
  const pages = Array.from(
    { length: 200 },
    (_, i) => `/alarm/list?pageSize=100&after=${(cursors[0] ?? 0) + i * 40}`,
  )
  if (!existsSync(join(import.meta.dirname, 'peers/node_modules'))) {
    findings.push({
      name: 'Fastify and other peers',
      value: 'not installed: npm run bench installs them',
    })
    return findings
  }
  const sample = JSON.stringify(rows)
  await using fastify = await startScript('peers/fastify-all.mjs', [], sample)
  const uncached = await alternate([
    contestant(
      'Fastify, all() of 100 rows',
      fastify.pid,
      new URL(`http://127.0.0.1:${fastify.port}`),
      pages,
      false,
    ),
    contestant('Backlot, uncached list of 100 rows', simulator.pid, new URL(simulator.url), pages, true),
  ])
  for (const m of uncached.measured)
    findings.push({
      name: m.name,
      value: `${rate(m.perCpuSecond)} replies per CPU-second (${m.errors} errors)`,
    })
  const versus = uncached.ratios[1] as number
  findings.push({
    name: 'uncached list : Fastify',
    value: versus.toFixed(2),
    goal: '≥ 2.00',
    holds: versus >= 2,
  })
  return findings
}

if (process.argv[1] === import.meta.filename) printFindings('HTTP', await benchHttp())
