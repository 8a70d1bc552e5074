import { JOB_KINDS } from '@backlot/contract/control/cluster-constants'
import type { JobKind } from '@backlot/contract/control/cluster-state'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import { openWorker } from '../cluster/open-worker.ts'
import { EXIT } from '../exit-codes.ts'
import { fetchOption, NO_FETCH } from '../ffmpeg/fetch-option.ts'
import { isLoopbackHost } from '../loopback-target.ts'
import { numberOf } from '../parse-number.ts'
import { UserError } from '../user-error.ts'

type WorkerOptions = {
  redis?: string
  name?: string
  slots?: string
  take?: string
  port?: string
  host: string
  iOwnThisTarget?: boolean
  fetch: boolean
  json?: boolean
}

const PORT = { min: 1, max: 65_535, whole: true } as const
const SLOTS_RANGE = { min: 1, max: 4096, whole: true } as const

/** A machine that takes work of a cluster. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('carry devices, virtual operators, scenario runs and cameras for other machines')
    .option('--redis <url>', 'where machines meet: redis://host:port?cluster=name (or BACKLOT_REDIS)')
    .option('--name <name>', 'its name in lists and reports (default: host and process)')
    .option('--slots <n>', `pieces of work of each kind at a time (default: ${slotsText()})`)
    .option('--take <kinds>', `what it takes: some of ${JOB_KINDS.join(',')}`, JOB_KINDS.join(','))
    .option('--port <n>', 'answer /healthz and /metrics on this port (default: none)')
    .option('--host <address>', 'address of that port', '127.0.0.1')
    .option('--i-own-this-target', 'confirm that its work may load targets other than this machine')
    .option(...NO_FETCH)
    .option('--json', 'print lines of JSON')
    .addHelpText('after', HELP)
    .action(async (options: WorkerOptions) => {
      const kinds = kindsOf(options.take ?? '')
      const slots = options.slots === undefined ? undefined : numberOf('--slots', options.slots, SLOTS_RANGE)
      await using cluster = await openGivenCluster(options.redis)
      if (!cluster) throw new UserError('Give --redis redis://host:port, or set BACKLOT_REDIS.')
      const fetch = fetchOption(options, process.env)
      // Before the core gives it cameras.
      if (kinds.includes('cameras')) await locateFfmpeg(process.env['FFMPEG_PATH'], fetch)
      const say = (event: string, fields: Record<string, unknown>, text: string) =>
        process.stdout.write(`${options.json ? JSON.stringify({ event, ...fields }) : text}\n`)
      const takes = Object.fromEntries(kinds.map((kind) => [kind, slots ?? SLOTS_OF[kind]]))
      const stop = new AbortController()
      const worker = await openWorker(cluster, {
        name: options.name,
        takes,
        probe:
          options.port === undefined
            ? undefined
            : { host: options.host, port: numberOf('--port', options.port, PORT) },
        mayLoad: (host) =>
          options.iOwnThisTarget || isLoopbackHost(host)
            ? undefined
            : `${host} is not this machine: start the worker with --i-own-this-target if it may be loaded`,
        say,
        onRefused(why) {
          process.stderr.write(`backlot: ${why}\n`)
          process.exitCode = EXIT.mistake
          stop.abort()
        },
      })
      const list = Object.entries(takes).map(([kind, n]) => `${n} × ${kind}`)
      say(
        'ready',
        { name: worker.name, takes, pid: process.pid },
        `${worker.name} takes ${list.join(', ')} of ${cluster.shown}. Ctrl+C ends it.`,
      )
      const onSignal = () => stop.abort()
      process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
      await new Promise<void>((resolve) => {
        if (stop.signal.aborted) resolve()
        stop.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      // A second signal ends it at once: the leases run out by themselves.
      process.once('SIGINT', () => process.exit(EXIT.interrupted))
      await worker[Symbol.asyncDispose]()
      say('ended', { name: worker.name }, `${worker.name} has handed back what it carried.`)
    })
}

function kindsOf(text: string): JobKind[] {
  return text.split(',').map((given) => {
    const kind = JOB_KINDS.find((one) => one === given.trim())
    if (!kind) throw new UserError(`--take ${text}: some of ${JOB_KINDS.join(',')}.`)
    return kind
  })
}

/** As much as keeps one processor busy: there is a worker for each. */
const SLOTS_OF: Readonly<Record<JobKind, number>> = { devices: 8, load: 2, sweep: 1, cameras: 30 }
const slotsText = (): string => JOB_KINDS.map((kind) => `${SLOTS_OF[kind]} ${kind}`).join(', ')

const HELP = `
Examples:
  $ backlot worker --redis redis://127.0.0.1:6379
  $ BACKLOT_REDIS=rediss://:secret@redis.example:6380 backlot worker --name hall-2 --take devices,load --i-own-this-target
  $ backlot workers --redis redis://127.0.0.1:6379

A worker is one process: start one for each processor. SIGTERM or Ctrl+C hands its work back. Machines of one cluster run the same version.
Exit code 0: it was ended; 1: Redis cannot be used, or the cluster runs another version; 2: a mistake in the command.`
