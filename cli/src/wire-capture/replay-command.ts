import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { EXIT } from '../exit-codes.ts'
import { requireOwnTarget } from '../loopback-target.ts'
import { print } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import { UserError } from '../user-error.ts'
import { type ReplaySummary, replayCapture } from './replay-capture.ts'

type Flags = {
  to: string
  speed: string
  port?: string
  device?: string[]
  expect?: boolean
  iOwnThisTarget?: boolean
  json?: boolean
}

const SPEED = { min: 0.01, max: 100_000 }
const collect = (value: string, earlier: string[] = []) => [...earlier, ...value.split(',').filter(Boolean)]

export function replayWireCommand(): Command {
  return withExamples(
    new Command('replay')
      .description("play the devices' side of a capture against a server")
      .argument('<file>', 'pcapng or pcap, ours or of Wireshark, tshark and tcpdump')
      .requiredOption('--to <host:port>', 'the server')
      .option('--port <n>', 'port of the servers in the capture (default: the only one)')
      .option(
        '--device <sn>',
        'only this device, by serial number or address (repeatable; default: all)',
        collect,
      )
      .option('--speed <n>', 'captured seconds per second', '1')
      .option('--expect', 'end with 1 when replies have other lengths than in the capture')
      .option('--i-own-this-target', 'required for addresses outside this machine: you may load them')
      .option('--json', 'print one line of JSON'),
    'backlot wire replay wires.pcapng --to 127.0.0.1:8808 --port 8808',
    'backlot wire replay tcpdump.pcap --to 127.0.0.1:8212 --port 8212 --device 10.0.0.7 --speed 60',
  ).action(async (file: string, flags: Flags) => {
    const to = targetOf(flags.to)
    requireOwnTarget(to.host, flags.iOwnThisTarget)
    const speed = numberOf('--speed', flags.speed, SPEED)
    const port =
      flags.port === undefined
        ? undefined
        : numberOf('--port', flags.port, { min: 1, max: 65_535, whole: true })
    const abort = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort())
    const { device: devices, expect: expects = false } = flags
    const summary = await replayCapture({ file, to, speed, port, devices, expects, signal: abort.signal })
    print(flags, summary, () => linesOf(summary))
    if (abort.signal.aborted) process.exitCode = EXIT.interrupted
    else if (summary.failures.length > 0 || summary.mismatches.length > 0) process.exitCode = EXIT.verdict
  })
}

function targetOf(text: string): { host: string; port: number } {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined) throw new UserError(`--to ${text}: write host:port, for example 127.0.0.1:8808.`)
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: numberOf('--to', port ?? '', { min: 1, max: 65_535, whole: true }),
  }
}

function linesOf({
  streams,
  sent,
  received,
  lost,
  cut,
  unknownLinks,
  failures,
  mismatches,
}: ReplaySummary): string[] {
  return [
    `${streams} ${streams === 1 ? 'client' : 'clients'}: ${sent} bytes sent, ${received} received.`,
    ...(lost > 0 ? [`${lost} bytes of the clients are not in the capture.`] : []),
    ...(cut > 0 ? [`${cut} packets are cut or fragments; they were left out.`] : []),
    ...(unknownLinks > 0
      ? [`${unknownLinks} packets are of links that are not read; they were left out.`]
      : []),
    ...failures.map(({ client, why }) => `Failed: ${client}: ${why}.`),
    ...mismatches.map(
      ({ client, expected, received: got }) =>
        `Other replies: ${client}: ${got} bytes instead of ${expected}.`,
    ),
  ]
}
