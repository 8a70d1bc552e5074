import { writeFileSync } from 'node:fs'
import { controlStatus, controlVerifyCode } from '@backlot/contract/control/calls'
import { controlFaultRecord } from '@backlot/contract/control/fault-calls'
import { formatDateTime, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import { loadPage } from '@backlot/testing/load/load-page'
import { type LoadReport, loadReport } from '@backlot/testing/load/load-report'
import type { Second } from '@backlot/testing/load/measures'
import { PROFILES, type Profile, parseProfile } from '@backlot/testing/load/profiles'
import { type LoadResult, runLoad } from '@backlot/testing/load/run-load'
import { parseThreshold, type Threshold } from '@backlot/testing/load/thresholds'
import { DEMO_PASSWORD } from '@backlot/testing/operator'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import { type LoadLoss, NO_WORKER } from '../cluster/load-shards.ts'
import { runLoadShards } from '../cluster/run-load-shards.ts'
import { collect } from '../collect.ts'
import { type ControlTarget, controlCall } from '../control-client.ts'
import { EXIT } from '../exit-codes.ts'
import { requireOwnTarget } from '../loopback-target.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import {
  type AskedLoad,
  againLoadCommand,
  type LoadFailure,
  loadFailureLines,
} from '../scenario/load-failure.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

type LoadOptions = ControlOptions &
  AskedLoad & { report?: string; jsonReport?: string; redis?: string; tolerateLoss?: boolean }

/** Accounts of the demo that may see alarms, map and video. */
const DEMO_ACCOUNTS = ['admin', 'chief', 'dispatch1', 'dispatch2', 'dispatch3']

const RAMP_MS = 3000

export function loadCommand(): Command {
  return withControl(new Command('load').description('run virtual operators and measure the platform'))
    .option('--operators <n>', 'number of operators, 1 to 2000; with --redis 100000', '10')
    .option('--for <duration>', 'how long: 60s, 10m; at most 1h', '30s')
    .option(
      '--ramp <duration>',
      'operators start evenly over this time (default: 3s, or the whole of a shorter run)',
    )
    .option(
      '--profile <name>',
      `what they do: ${Object.keys(PROFILES).join(', ')}, or weights: 'tree=2,alarms=5,pause=200'`,
      'operations',
    )
    .option(
      '--account <login:password>',
      "accounts to use, in turn (repeatable; default: the demo's)",
      collect,
    )
    .option('--assert <threshold>', "threshold: 'http.p99<250', 'http.errors==0' (repeatable)", collect)
    .option('--load-seed <n>', "seed of the operators' choices", '1')
    .option('--report <file>', 'write a report as one HTML file')
    .option('--json-report <file>', 'write the report as JSON')
    .option('--redis <url>', 'let workers be the operators: redis://host:port?cluster=name (docs/cluster.md)')
    .option('--tolerate-loss', 'with --redis: pass although a worker was lost')
    .option('--i-own-this-target', 'confirm that you may load a target other than this machine')
    .addHelpText('after', HELP)
    .action(async (options: LoadOptions) => {
      await using cluster = await openGivenCluster(options.redis)
      if (options.tolerateLoss && !cluster) throw new UserError('--tolerate-loss needs --redis.')
      const order = orderOf(options, cluster ? OPERATORS_SHARED : OPERATORS)
      const target = targetOf(options)
      requireOwnTarget(new URL(target.url).hostname, options.iOwnThisTarget)
      const stop = new AbortController()
      const onSignal = () => stop.abort()
      process.once('SIGINT', onSignal)
      const table = liveTable()
      try {
        const watched = { ...order, signal: stop.signal, onSecond: table }
        const result: LoadResult & { losses?: LoadLoss[] } = cluster
          ? await runLoadShards(cluster, { ...watched, target, toleratesLoss: options.tolerateLoss === true })
          : await runLoad({
              ...watched,
              url: target.url,
              readCode: async (key) =>
                (await controlCall(target, controlVerifyCode, { params: { key } })).code,
            })
        const measured = {
          ...loadReport({ ...order, url: target.url }, result),
          ...(result.losses && { losses: result.losses }),
        }
        const report = result.passed ? measured : { ...measured, failure: await failureOf(options, target) }
        write(options.report, () => loadPage(report))
        write(options.jsonReport, () => `${JSON.stringify(report, undefined, 1)}\n`)
        print(options, report, () => [
          ...summary(report),
          ...(result.losses ?? []).map(lossLine),
          ...('failure' in report ? loadFailureLines(report.failure) : []),
        ])
        if (!result.passed) process.exitCode = EXIT.verdict
      } finally {
        process.off('SIGINT', onSignal)
      }
    })
}

/** Circumstances when thresholds were exceeded. A platform that is gone by then adds nothing. */
async function failureOf(options: LoadOptions, target: ControlTarget): Promise<LoadFailure> {
  const machineTime = new Date().toISOString()
  const [status, record] = await Promise.all([
    controlCall(target, controlStatus).catch(() => undefined),
    controlCall(target, controlFaultRecord).catch(() => undefined),
  ])
  const faults = (record?.list ?? []).filter(({ state }) => state !== 'ended')
  const again = againLoadCommand(options, faults, target.url)
  return {
    machineTime,
    ...(status ? { seed: status.seed, platformTime: timeOf(status.clock) } : {}),
    zoneMinutes: status?.clock.zoneMinutes ?? PLATFORM_ZONE_MINUTES,
    faults,
    again,
  }
}

const timeOf = ({ nowMs, zoneMinutes }: { nowMs: number; zoneMinutes: number }) =>
  formatDateTime(Math.floor(nowMs), zoneMinutes)

const HELP = `
Series:      http, http.<call> (http.alarms.list), action.<name> (action.watch), channel.lag, channel.signIn, watch.firstBytes
Statistics:  min max mean p50 p75 p90 p95 p99 p99.9 (ms, or 's' after the number), count, rate
Counters:    http.errors http.errorRate contract.errors action.errors channel.frames channel.alarms channel.skipped channel.cuts operators

Examples:
  $ backlot load --operators 50 --for 60s --assert 'http.p99<250' --assert 'http.errorRate<1%'
  $ backlot load --profile alarms --operators 20 --for 30s --report load.html
  $ backlot load --profile 'map=3,alarms=1,pause=100' --json

Ends with 0 when every threshold holds, 1 when one is broken, 2 for a mistake in what was asked.`

function lossLine({ worker, operators, atSecond, silentMs }: LoadLoss): string {
  if (worker === NO_WORKER) return `lost: no worker took ${operators} operators`
  const then = silentMs === null ? 'nobody went on' : `others went on after ${(silentMs / 1000).toFixed(1)} s`
  return `lost: worker ${worker} with ${operators} operators in second ${atSecond}; ${then}`
}

const OPERATORS = 2000
/** With workers. */
const OPERATORS_SHARED = 100_000

function orderOf(options: LoadOptions, most: number) {
  const profile = read<Profile>(parseProfile(options.profile))
  const thresholds = (options.assert ?? []).map((text) => read<Threshold>(parseThreshold(text)))
  const forMs = spanOf('--for', options.for, { minMs: 1000, maxMs: 3_600_000, said: 'from 1s to 1h' })
  return {
    operators: numberOf('--operators', options.operators, { min: 1, max: most, whole: true }),
    forMs,
    rampMs:
      options.ramp === undefined
        ? Math.min(RAMP_MS, forMs)
        : spanOf('--ramp', options.ramp, { minMs: 0, maxMs: forMs, said: 'at most as long as --for' }),
    profile,
    profileName: options.profile,
    thresholds,
    seed: numberOf('--load-seed', options.loadSeed, { min: 0, max: 2 ** 31, whole: true }),
    accounts: (options.account ?? DEMO_ACCOUNTS).map(accountOf),
  }
}

function read<T extends object>(parsed: T | string): T {
  if (typeof parsed === 'string') throw new UserError(parsed)
  return parsed
}

function accountOf(text: string): { loginName: string; password: string } {
  const at = text.indexOf(':')
  if (at < 0) return { loginName: text, password: process.env.BACKLOT_PASSWORD ?? DEMO_PASSWORD }
  return { loginName: text.slice(0, at), password: text.slice(at + 1) }
}

function write(file: string | undefined, make: () => string): void {
  if (file === undefined) return
  try {
    writeFileSync(file, make())
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${(error as Error).message}.`)
  }
}

/** A line a second on standard error; on a terminal the head is repeated now and then. */
function liveTable(): (second: Second) => void {
  let lines = 0
  const cell = (text: string | number, width: number) => String(text).padStart(width)
  return (second) => {
    if (lines++ % 20 === 0) {
      process.stderr.write(
        `${cell('s', 5)}${cell('people', 8)}${cell('req/s', 8)}${cell('failed', 8)}${cell('p50 ms', 9)}${cell('p99 ms', 9)}${cell('frames', 8)}${cell('alarms', 8)}${cell('lag p99', 9)}\n`,
      )
    }
    process.stderr.write(
      `${cell(second.at, 5)}${cell(second.operators, 8)}${cell(second.requests, 8)}${cell(second.errors, 8)}${cell(second.p50.toFixed(1), 9)}${cell(second.p99.toFixed(1), 9)}${cell(second.frames, 8)}${cell(second.alarms, 8)}${cell(second.lagP99.toFixed(1), 9)}\n`,
    )
  }
}

function summary(report: LoadReport): string[] {
  const { series, counters, verdicts } = report
  const width = Math.max(...Object.keys(series).map((name) => name.length), 10)
  const row = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${cells.map((text) => String(text).padStart(10)).join('')}`
  return [
    `${report.operators} operators, ${report.profile}, ${report.seconds.toFixed(1)} s on ${report.target}`,
    row('', ['count', 'mean', 'p50', 'p95', 'p99', 'max']),
    ...Object.entries(series).map(([name, s]) =>
      row(name, [s.count, ...[s.mean, s.p50, s.p95, s.p99, s.max].map((ms) => ms.toFixed(1))]),
    ),
    ...Object.entries(counters).map(([name, value]) => row(name, [value])),
    ...report.failures.slice(0, 5).map(({ message, count }) => `  ${count} × ${message}`),
    ...verdicts.map(
      ({ threshold, value, holds, note }) =>
        `${holds ? '✓' : '✗'} ${threshold}   (${note ?? Number(value.toFixed(3))})`,
    ),
  ]
}
