import {
  SIMULATED_WAY,
  type SimulatedNote,
  type SimulatedState,
  simulatedIn,
} from '@backlot/contract/console-config'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { print } from '../output.ts'
import { UserError } from '../user-error.ts'

type Flags = { console: string; json?: boolean; off?: true }

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
      .option('--json', 'print one line of JSON'),
    'backlot simulate',
    'backlot simulate alarms workOrders',
    'backlot simulate --off',
  ).action(async (what: string[], flags: Flags) => {
    if (flags.off && what.length > 0) throw new UserError('--off goes without names.')
    const patterns = what.flatMap((text) => text.split(',')).filter((text) => text !== '')
    const state = await ask(flags.console, flags.off || patterns.length > 0 ? patterns : undefined)
    print(flags, state, () => lines(state))
  })
}

async function ask(console: string, patterns: string[] | undefined): Promise<SimulatedState> {
  if (!URL.canParse(SIMULATED_WAY, console))
    throw new UserError(`--console ${console}: write it like http://127.0.0.1:8081.`)
  const init = patterns && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ patterns }),
  }
  const reply = await fetch(new URL(SIMULATED_WAY, console), init).catch(() => {
    throw new UserError(
      `No console answers at ${console}: start one with 'backlot console --simulate', or give its address with --console.`,
    )
  })
  const read = simulatedIn(await reply.json().catch(() => undefined))
  if (typeof read !== 'string') return read
  throw new UserError(read || `The console at ${console} simulates nothing: start it with --simulate.`)
}

const SIMULATOR: Readonly<Record<SimulatedState['simulator'], string>> = {
  off: 'off: it starts when something is simulated and a user opens the console',
  starting: 'is starting; simulated calls wait',
  ready: 'ready',
}

const NOTES: Readonly<Record<SimulatedNote, string>> = {
  notPushed:
    'The adapter describes another channel: simulated alarms and orders do not arrive on it; lists show them.',
  heatMapPlaces: 'Places on the heat map are those of the simulated city.',
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
