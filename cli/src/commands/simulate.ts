import {
  SIMULATED_WAY,
  type SimulatedNote,
  type SimulatedState,
  simulatedIn,
} from '@backlot/contract/console-config'
import { Command } from 'commander'
import { PlatformClient, type Sent, type Unreachable } from '../check/platform-client.ts'
import { addressOf, certificatesOf } from '../console-server/platform-flags.ts'
import { withExamples } from '../examples.ts'
import { print } from '../output.ts'
import { patternsIn } from '../simulate/simulated-calls.ts'
import { UserError } from '../user-error.ts'

type Flags = { console: string; json?: boolean; off?: true; ca?: string; insecure?: boolean }

export function simulateCommand(): Command {
  return withExamples(
    new Command('simulate')
      .description('show or change which calls a running console --simulate has simulated')
      .argument(
        '[what...]',
        'areas, calls, paths, channel or talk: these and no others; left out: shows them',
      )
      .option('--off', 'nothing is simulated')
      .option('--console <url>', 'address of the console', 'http://127.0.0.1:8081')
      .option('--ca <file>', "certificates (PEM) to trust in addition to the system's")
      .option('--insecure', 'accept any certificate of the console (for tests on your own network)')
      .option('--json', 'print one line of JSON'),
    'backlot simulate',
    'backlot simulate alarms workOrders',
    'backlot simulate --off',
    'backlot simulate --console https://127.0.0.1:8081 --ca .backlot/console.crt',
  ).action(async (what: string[], flags: Flags) => {
    if (flags.off && what.length > 0) throw new UserError('--off goes without names.')
    const patterns = patternsIn(what)
    const state = await askConsole(flags, flags.off || patterns.length > 0 ? patterns : undefined)
    print(flags, state, () => lines(state))
  })
}

/** Asks a console what is simulated, or changes it. Throws a UserError that says what to do. */
async function askConsole(
  { console, ca, insecure = false }: Pick<Flags, 'console' | 'ca' | 'insecure'>,
  patterns: string[] | undefined,
): Promise<SimulatedState> {
  const address = addressOf('--console', console, ['http', 'https'])
  const trust = { insecure, ca: ca === undefined ? undefined : certificatesOf(ca) }
  using client = new PlatformClient(new URL(address.origin), { ...trust, connections: 1 })
  const asked: Omit<Sent, 'path'> = patterns
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ patterns }),
      }
    : { method: 'GET', headers: {} }
  const { bytes } = await client.send({ ...asked, path: SIMULATED_WAY }).catch((error: Unreachable) => {
    throw new UserError(
      error.isUntrusted
        ? `The certificate of the console at ${console} is not trusted (${error.message}): name it with --ca, which is console.crt in the data folder of 'backlot console --https', or accept any with --insecure.`
        : `No console answers at ${console} (${error.message}): start one with 'backlot console --simulate', or give its address with --console, https://… for one with --https.`,
    )
  })
  const read = simulatedIn(jsonIn(bytes))
  if (typeof read !== 'string') return read
  throw new UserError(read || `The console at ${console} simulates nothing: start it with --simulate.`)
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const SIMULATOR: Readonly<Record<SimulatedState['simulator'], string>> = {
  off: 'off: it starts when something is simulated and a user opens the console',
  starting: 'is starting; simulated calls wait',
  ready: 'ready',
}

const NOTES: Readonly<Record<SimulatedNote, string>> = {
  otherChannel:
    'The adapter describes another channel: simulated alarms and orders do not arrive on it; lists show them.',
  cityPlaces: 'Places on the heat map are those of the simulated city.',
}

function lines({ patterns, areas, sockets, simulator, devices, notes }: SimulatedState): string[] {
  const some = areas.filter(({ simulated }) => simulated > 0)
  return [
    `Simulated  ${patterns.join(', ') || 'nothing'}`,
    ...some.map(({ name, calls, simulated }) => `  ${name.padEnd(16)} ${simulated} of ${calls} calls`),
    ...sockets.filter(({ simulated }) => simulated).map(({ name }) => `  ${name.padEnd(16)} socket`),
    `Simulator  ${SIMULATOR[simulator]}`,
    ...(devices === null ? [] : [`Devices    ${devices} with a counterpart`]),
    ...notes.map((note) => `Note       ${NOTES[note]}`),
  ]
}
