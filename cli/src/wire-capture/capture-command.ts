import { controlClock } from '@backlot/contract/control/calls'
import { controlCapture } from '@backlot/contract/control/capture-calls'
import { CAPTURE_LIMITS } from '@backlot/contract/control/constants'
import { CAPTURED_WIRES } from '@backlot/contract/pcapng/wires'
import { parseDateTime } from '@backlot/contract/time'
import { Command } from 'commander'
import { type ControlTarget, controlCall, controlStream } from '../control-client.ts'
import { parseDurationMs } from '../duration.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, targetOf, withControl } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'
import { saveCapture } from './save-capture.ts'

type Flags = ControlOptions & {
  output: string
  kind?: string[]
  device?: string[]
  for?: string
  packets?: string
  from?: string
  to?: string
}

const SECOND_MS = 1000
const collect = (value: string, earlier: string[] = []) => [...earlier, ...value.split(',').filter(Boolean)]

export function captureCommand(): Command {
  return withExamples(
    withControl(new Command('capture').description('write packets of the wires to a pcapng file'))
      .requiredOption('-o, --output <file>', 'file to write, - for standard output')
      .option('--kind <wire>', `${CAPTURED_WIRES.join(', ')} (repeatable; default: all)`, collect)
      .option('--device <sn>', 'only packets of this device (repeatable; default: all)', collect)
      .option('--for <duration>', 'stop after this time: 90s, 10m (default: on Ctrl+C)')
      .option('--packets <n>', 'stop after so many packets')
      .option('--from <time>', "the past instead, from '2026-11-20 08:00:00' or -2h on; needs --device")
      .option('--to <time>', 'end of the past (default: now)'),
    'backlot wire capture -o wires.pcapng --kind jt808 --for 30s',
    'backlot wire capture -o truck.pcapng --device 013500000001 --from -2h --to -1h',
    'backlot wire capture -o - | wireshark -k -i -',
  ).action(async (flags: Flags) => {
    const target = targetOf(flags)
    const query = { ...live(flags), ...(await past(flags, target)) }
    const abort = new AbortController()
    const stop = () => abort.abort()
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    try {
      const reply = await controlStream(target, controlCapture, { query, signal: abort.signal })
      const saved = await saveCapture(reply, flags.output, abort.signal)
      const said = flags.json
        ? JSON.stringify({ file: flags.output, ...saved })
        : `${flags.output}: ${saved.packets} packets, ${saved.bytes} bytes.`
      // Standard output may be the capture.
      if (flags.output === '-') process.stderr.write(`${said}\n`)
      else process.stdout.write(`${said}\n`)
    } finally {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    }
  })
}

function live({ kind, device, for: span, packets }: Flags) {
  const strange = kind?.find((one) => !(CAPTURED_WIRES as readonly string[]).includes(one))
  if (strange !== undefined) throw new UserError(`--kind ${strange}: one of ${CAPTURED_WIRES.join(', ')}.`)
  const maxMs = CAPTURE_LIMITS.seconds * SECOND_MS
  return {
    ...(kind && { wires: kind.join(',') }),
    ...(device && { sn: device.join(',') }),
    ...(span !== undefined && {
      seconds: spanOf('--for', span, { minMs: 100, maxMs, said: 'from 100ms to 1h' }) / SECOND_MS,
    }),
    ...(packets !== undefined && {
      packets: numberOf('--packets', packets, { min: 1, max: CAPTURE_LIMITS.packets, whole: true }),
    }),
  }
}

/** The past that is asked for, by the platform's clock and in its zone. */
async function past({ from, to, device, for: span }: Flags, target: ControlTarget) {
  if (from === undefined && to === undefined) return {}
  if (from === undefined) throw new UserError('--to needs --from.')
  if (!device) throw new UserError('--from needs --device: the past is captured of single devices.')
  if (span !== undefined) throw new UserError('--for is for live captures: the past has --from and --to.')
  const clock = await controlCall(target, controlClock)
  const moment = (flag: string, text: string): number => {
    if (text.startsWith('-')) return Math.floor(clock.nowMs + parseDurationMs(text))
    const atMs = parseDateTime(text, clock.zoneMinutes)
    if (atMs === undefined)
      throw new UserError(`${flag} ${text}: write a time like '2026-11-20 19:30:00', or -2h.`)
    return atMs
  }
  return {
    from: moment('--from', from),
    to: to === undefined ? Math.floor(clock.nowMs) : moment('--to', to),
  }
}
