// Resident memory of a platform at rest, and after hostile traffic.
import { setTimeout as delay } from 'node:timers/promises'
import { perWire } from '@backlot/contract/wires/wires'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { attack } from './hostile-traffic.ts'
import { residentBytes } from './process-use.ts'
import type { Finding } from './report.ts'
import { sized } from './size.ts'

/** Memory is given back once a minute (cli/src/release-idle-memory.ts): a minute that was idle from its beginning. */
const REST_MS = sized(130_000, 500)
const ATTACK_MS = sized(90_000, 1000)
const AT_REST_MB = 250
const RATIO = 1.3

const MB = 2 ** 20

export async function benchMemory(): Promise<Finding[]> {
  // The limits of a plain start: a benchmark's own would let more in.
  await using simulator = await launchSimulator([], { BACKLOT_CALL_RATE: '500' })
  await delay(REST_MS)
  const restMb = residentBytes(simulator.pid) / MB
  const { cookie } = await Operator.signIn(simulator.url)
  const portOf = (address: string | null) => Number(address?.split(':').pop())
  const rounds = await attack(
    {
      port: portOf(simulator.url),
      wires: perWire((wire) => portOf(simulator[wire])),
      cookie,
    },
    ATTACK_MS,
  )
  const attackedMb = residentBytes(simulator.pid) / MB
  await delay(REST_MS)
  const leftMb = residentBytes(simulator.pid) / MB
  const answers = (await fetch(`${simulator.url}/healthz`)).status
  return [
    {
      name: 'resident at rest',
      value: `${restMb.toFixed(0)} MB`,
      goal: `≤ ${AT_REST_MB} MB`,
      holds: restMb <= AT_REST_MB,
    },
    {
      name: `at the end of ${ATTACK_MS / 1000} s of hostile traffic`,
      value: `${attackedMb.toFixed(0)} MB, ${rounds} rounds`,
    },
    {
      name: `${REST_MS / 1000} s later`,
      value: `${leftMb.toFixed(0)} MB, ${(leftMb / AT_REST_MB).toFixed(2)} of ${AT_REST_MB} MB, ${(leftMb / restMb).toFixed(2)} of what it was at rest`,
      goal: `≤ ${RATIO} × ${AT_REST_MB} MB`,
      holds: leftMb <= RATIO * AT_REST_MB,
    },
    { name: 'it answers then', value: String(answers), holds: answers === 200, isExact: true },
  ]
}
