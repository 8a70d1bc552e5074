// A platform set back to a snapshot while consoles are signed in, beside a start of the same platform.
import { controlRestoreSnapshot, controlSaveSnapshot } from '@backlot/contract/control/snapshot-calls'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'

const LIMIT_MS = 300

export async function benchRestore(rounds = sized(20, 2), consoles = sized(10, 2)): Promise<Finding[]> {
  const begunAt = performance.now()
  await using simulator = await launchSimulator()
  const startMs = performance.now() - begunAt
  const startCpu = cpuSeconds(simulator.pid)
  const { url } = simulator
  const body = { name: 'bench' }
  const operators = await Promise.all(Array.from({ length: consoles }, () => Operator.signIn(url)))
  const savedAt = performance.now()
  await control(url, controlSaveSnapshot, { body })
  const saveMs = performance.now() - savedAt

  const gone: number[] = []
  const whole: number[] = []
  const back: number[] = []
  const cpuBefore = cpuSeconds(simulator.pid)
  for (let round = 0; round < rounds; round++) {
    const channels = await Promise.all(operators.map((operator) => ChannelClient.open(operator)))
    const at = performance.now()
    const signedInAgain = channels.map(async (channel, index) => {
      await channel.until(() => channel.closed !== undefined)
      await using _again = await ChannelClient.open(operators[index]!)
      return performance.now() - at
    })
    gone.push((await control(url, controlRestoreSnapshot, { body })).tookMs)
    whole.push(performance.now() - at)
    back.push(Math.max(...(await Promise.all(signedInAgain))))
  }
  const cpu = (cpuSeconds(simulator.pid) - cpuBefore) / rounds
  const ms = median(gone)
  return [
    { name: 'start to ready', value: `${startMs.toFixed(0)} ms, ${startCpu.toFixed(2)} CPU-seconds` },
    { name: 'save', value: `${saveMs.toFixed(0)} ms` },
    {
      name: 'restore: nobody is answered for',
      value: `${ms.toFixed(0)} ms (the first ${gone[0]?.toFixed(0)} ms, at most ${Math.max(...gone).toFixed(0)} ms), ${cpu.toFixed(2)} CPU-seconds`,
      goal: `< ${LIMIT_MS} ms`,
      holds: ms < LIMIT_MS,
    },
    { name: 'call to reply', value: `${median(whole).toFixed(0)} ms` },
    {
      name: `call until all of ${consoles} consoles are signed in again`,
      value: `${median(back).toFixed(0)} ms`,
    },
    { name: 'start : restore', value: (startMs / ms).toFixed(1) },
  ]
}
