import { JOB_KINDS } from '@backlot/contract/control/cluster-constants'
import type { Member } from '@backlot/contract/control/cluster-state'
import { readMembers } from '@backlot/simulator/cluster/membership'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import { print } from '../output.ts'
import { UserError } from '../user-error.ts'

type WorkersOptions = { redis?: string; json?: boolean }

/** The machines of a cluster. */
export function workersCommand(): Command {
  return new Command('workers')
    .description('list the machines of a cluster: what they carry, their load and versions')
    .option('--redis <url>', 'where machines meet: redis://host:port?cluster=name (or BACKLOT_REDIS)')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', HELP)
    .action(async (options: WorkersOptions) => {
      await using cluster = await openGivenCluster(options.redis)
      if (!cluster) throw new UserError('Give --redis redis://host:port, or set BACKLOT_REDIS.')
      const members = await readMembers(cluster)
      print(options, { redis: cluster.shown, members }, () => [
        cluster.shown,
        ...(members.length === 0 ? ['  no machine is there'] : table(members, cluster.clock.now())),
      ])
    })
}

const HEAD = ['role', 'name', 'host', 'process', 'version', 'contract', 'since', 'load', 'memory', 'carries']

function table(members: readonly Member[], nowMs: number): string[] {
  const rows = members.map((one) => [
    one.role,
    one.name,
    one.host,
    String(one.pid),
    one.version,
    one.contract,
    spanOf(nowMs - one.sinceMs),
    `${one.load.toFixed(1)} of ${one.cores}`,
    `${one.memoryMb} MB`,
    carriedOf(one),
  ])
  const widths = HEAD.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  return [HEAD, ...rows].map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd(),
  )
}

/** Of each kind, how many jobs it carries and how many it takes. */
function carriedOf({ takes, carries }: Member): string {
  return JOB_KINDS.filter((kind) => (takes[kind] ?? 0) > 0)
    .map((kind) => `${kind} ${carries.filter((job) => job.startsWith(`${kind}/`)).length}/${takes[kind]}`)
    .join(', ')
}

function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

const HELP = `
Examples:
  $ backlot workers --redis redis://127.0.0.1:6379
  $ backlot workers --redis redis://127.0.0.1:6379 --json`
