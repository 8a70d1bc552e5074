import { isIP } from 'node:net'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import {
  addressOf,
  certificatesOf,
  collect,
  DEFAULT_DATA,
  httpsOptions,
  PORT_MAX,
  reachedJson,
  reachedLines,
  untilSignal,
} from '../console-server/platform-flags.ts'
import { createEdgeServer } from '../edge/create-edge-server.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf } from '../parse-number.ts'
import { UserError } from '../user-error.ts'

type Flags = {
  redis?: string
  core?: string
  name?: string
  config?: string
  host: string
  port: string
  allowedHost?: string[]
  balancer?: string[]
  connectionsPerAddress?: string
  https?: boolean
  data: string
  ca?: string
  insecure?: boolean
  json?: boolean
}

const DEFAULT_PORT = '8090'
/** Sockets get this long to be closed. */
const LEAVE_WITHIN_MS = 8000

export function edgeCommand(): Command {
  return new Command('edge')
    .description(
      'serve consoles for the platform of a cluster; any number of edges may run behind a load balancer',
    )
    .option('--redis <url>', 'Redis of the cluster: redis://host:port?cluster=name (default: BACKLOT_REDIS)')
    .option('--core <url>', 'the platform, http://host:port (default: as it says of itself)')
    .option('--name <text>', 'name of this edge (default: host and process)')
    .option('--port <n>', 'port of the console; 0 picks a free one', DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'another Host name to accept, such as that of the load balancer (repeatable)',
      collect,
    )
    .option(
      '--balancer <address>',
      'address of a load balancer, whose X-Forwarded-For names the client (repeatable)',
      collect,
    )
    .option(
      '--connections-per-address <n>',
      'maximum open connections per address, or off, as behind a load balancer (default: 4096, off with --balancer)',
    )
    .option('--config <file>', 'a config.json for the console: map (docs/adapters.md)')
    .option('--https', 'serve over https with a generated certificate')
    .option('--data <folder>', 'data folder; keeps the certificate of --https', DEFAULT_DATA)
    .option('--ca <file>', "certificates (PEM) to trust in addition to the system's")
    .option('--insecure', 'accept any certificate of the platform (for tests on your own network)')
    .option('--json', 'when ready, print one line of JSON and nothing else')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot start --redis redis://10.0.0.5 --cluster-url http://10.0.0.7:8080\n  $ backlot edge --redis redis://10.0.0.5 --host 0.0.0.0 --allowed-host video.example.org --balancer 10.0.0.2',
    )
    .action(async (flags: Flags) => {
      const cluster = await openGivenCluster(flags.redis)
      if (!cluster) throw new UserError('Give the Redis of the cluster with --redis, or as BACKLOT_REDIS.')
      const server = await createEdgeServer({
        cluster,
        name: flags.name,
        core: flags.core === undefined ? undefined : addressOf('--core', flags.core, ['http', 'https']),
        configFile: flags.config,
        host: flags.host,
        port: numberOf('--port', flags.port, { min: 0, max: PORT_MAX, whole: true }),
        allowedHosts: flags.allowedHost ?? [],
        balancers: balancersOf(flags),
        connectionsPerAddress: connectionsOf(flags),
        ca: flags.ca === undefined ? undefined : certificatesOf(flags.ca),
        insecure: flags.insecure ?? false,
        https: httpsOptions(flags),
        onRefused: (why) => process.stderr.write(`${why}\n`),
      }).catch(async (error: unknown) => {
        await cluster[Symbol.asyncDispose]()
        throw error
      })
      const signal = untilSignal()
      process.stdout.write(
        flags.json
          ? `${JSON.stringify({ ...reachedJson(server), redis: cluster.shown, pid: process.pid })}\n`
          : `\n${reachedLines(server)}\n  Redis      ${cluster.shown}\n  Health     ${server.url}/healthz\n  Metrics    ${server.url}/metrics\n\n  Ctrl+C ends it: consoles go to other edges.\n`,
      )
      await signal
      setTimeout(() => process.exit(EXIT.done), LEAVE_WITHIN_MS).unref()
      await server.leave()
      await server[Symbol.asyncDispose]()
      process.exit(EXIT.done)
    })
}

function balancersOf({ balancer = [] }: Flags): string[] {
  const wrong = balancer.find((address) => isIP(address) === 0)
  if (wrong !== undefined) throw new UserError(`--balancer ${wrong}: expected an IP address.`)
  return balancer
}

function connectionsOf({ connectionsPerAddress: given, balancer }: Flags): number | null | undefined {
  if (given === 'off' || (given === undefined && balancer)) return null
  if (given === undefined) return undefined
  return numberOf('--connections-per-address', given, { min: 1, max: 1_000_000, whole: true })
}
