// Virtual operators: their cost compared with a bare client that makes the same requests and reads nothing.

import { controlVerifyCode } from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { parseProfile } from '../../testing/load/profiles.ts'
import { runLoad } from '../../testing/load/run-load.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, printFindings, rate } from './report.ts'
import { sized } from './size.ts'

const OPERATORS = sized(50, 4)
const FOR_MS = sized(20_000, 3000)
const PROFILE = 'alarms=5,tree=2,map=2,history=2,pause=150'

/** CPU-seconds of this process. */
function ownCpuS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Requests the newest alarms repeatedly, parsing nothing. Answers the number of replies. */
async function bareClient(url: string, cookie: string, forMs: number): Promise<number> {
  const until = performance.now() + forMs
  let replies = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        const answer = await fetch(new URL('/alarm/list?pageSize=100', url), { headers: { cookie } })
        await answer.arrayBuffer()
        replies++
      }
    }),
  )
  return replies
}

export async function benchLoad(): Promise<Finding[]> {
  await using simulator = await launchSimulator()
  const profile = parseProfile(PROFILE)
  if (typeof profile === 'string') throw new Error(profile)
  const before = { own: ownCpuS(), theirs: cpuSeconds(simulator.pid) }
  const { measures, seconds } = await runLoad({
    url: simulator.url,
    operators: OPERATORS,
    forMs: FOR_MS,
    rampMs: sized(3000, 500),
    profileName: PROFILE,
    profile,
    seed: 1,
    accounts: ['admin', 'chief', 'dispatch1', 'dispatch2'].map((loginName) => ({
      loginName,
      password: DEMO_PASSWORD,
    })),
    thresholds: [],
    readCode: async (key) => (await control(simulator.url, controlVerifyCode, { params: { key } })).code,
  })
  const own = ownCpuS() - before.own
  const theirs = cpuSeconds(simulator.pid) - before.theirs
  const http = measures.times('http')
  const requests = http?.count ?? 0
  const errors = measures.counted('http.errors')

  const person = await Operator.signIn(simulator.url)
  const bareBefore = ownCpuS()
  const replies = await bareClient(simulator.url, person.cookie, sized(5000, 500))
  const bare = (ownCpuS() - bareBefore) / replies
  const each = own / Math.max(1, requests)
  return [
    {
      name: `${OPERATORS} operators for ${seconds.toFixed(0)} s`,
      value: `${requests} requests (${rate(requests / seconds)} a second), p99 ${(http?.percentile(99) ?? 0).toFixed(0)} ms, ${measures.counted('channel.frames')} frames`,
    },
    { name: 'failed', value: `${errors}`, goal: '0', holds: errors === 0, isExact: true },
    {
      name: 'CPU: operators, simulator',
      value: `${own.toFixed(1)} s (${(each * 1e6).toFixed(0)} µs a request), ${theirs.toFixed(1)} s`,
    },
    {
      name: 'an operator reading by the contract : a bare client',
      value: `${(each / bare).toFixed(1)} (${(each * 1e6).toFixed(0)} µs : ${(bare * 1e6).toFixed(0)} µs a request)`,
    },
  ]
}

if (process.argv[1] === import.meta.filename) printFindings('Load', await benchLoad())
