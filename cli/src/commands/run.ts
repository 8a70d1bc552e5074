import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { durationMs } from '@backlot/contract/control/duration'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { readScenario } from '@backlot/simulator/scenario/read-scenario'
import { problemText, type Scenario } from '@backlot/simulator/scenario/scenario'
import type { RunResult } from '@backlot/simulator/scenario/verdict'
import type { TimelineOptions } from '@backlot/simulator/scenario-runs/run-timeline'
import type { SeedOutcome } from '@backlot/simulator/scenario-runs/sweep/seed-outcome'
import { sweepSeeds } from '@backlot/simulator/scenario-runs/sweep/sweep-seeds'
import { runVirtual } from '@backlot/simulator/scenario-runs/virtual/run-virtual'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import { runSweepShards } from '../cluster/run-sweep-shards.ts'
import { findControl } from '../control-client.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf } from '../parse-number.ts'
import { bisectLines } from '../scenario/bisect-lines.ts'
import { bisectLogs } from '../scenario/bisect-logs.ts'
import { junitXml, sweepJunitXml } from '../scenario/junit.ts'
import { readSeeds } from '../scenario/read-seeds.ts'
import { repeatLines, repeatSeed } from '../scenario/repeat-seed.ts'
import { actLine, againCommand, noteLine, resultLines, verdictLine } from '../scenario/run-lines.ts'
import { runReal } from '../scenario/run-real.ts'
import { outcomeLine, sweepLines } from '../scenario/sweep-lines.ts'
import { firstFailure, sweepSummary } from '../scenario/sweep-summary.ts'
import { UserError } from '../user-error.ts'

type RunOptions = {
  virtual?: boolean
  against?: string
  seed?: string
  start?: string
  speed?: string
  workers?: string
  seeds?: string
  jobs?: string
  log?: string
  bisect?: string[] | true
  redis?: string
  reports?: string
  json?: boolean
  junit?: string
  password?: string
}

/** The password of the demo's accounts. */
const DEMO_PASSWORD = 'Backlot@2026'
const WORKERS_MAX = 64
/** Between two counts of a sweep on the terminal. */
const PROGRESS_MS = 2000
/** The platform clock's. */
const SPEED_MIN = 0.1
const SPEED_MAX = 3600
const JOBS = { min: 1, max: 64, whole: true } as const

export function runCommand(): Command {
  return new Command('run')
    .description('play a scenario and check its expectations')
    .argument('[scenario]', 'a file, or the name of a shipped scenario (demo, gas-leak …)')
    .option('--virtual', 'run without sockets, hours in seconds')
    .option('--against <url>', 'run on this simulator (default: start one on free ports)')
    .option('--seed <n>', "seed of the world (default: the scenario's)")
    .option('--seeds <list>', "virtual: run once with each of these seeds: '1..1000', '3,17'")
    .option('--jobs <n>', 'with --seeds: runs at a time (default: one for each processor)')
    .option('--start <time>', "platform time at the start: '2026-11-20 08:00:00' (default: the scenario's)")
    .option('--speed <n>', "real run: platform seconds per second, 0.1 to 3600 (default: the scenario's)")
    .option('--workers <n>', 'virtual: threads that compute reports; the log is the same for any number', '0')
    .option('--log <file>', 'virtual: write the event log to this file, one JSON line per event')
    .option('--reports <span>', 'virtual: how often every device is logged; 0s: never', '10m')
    .option(
      '--redis <url>',
      'with --seeds: let workers run them: redis://host:port?cluster=name (docs/cluster.md)',
    )
    .option(
      '--bisect [logs...]',
      'run nothing: find the first event at which two event logs differ; with --seeds: run the first seed that failed twice and compare',
    )
    .option('--json', 'print one line of JSON')
    .option('--junit <file>', 'write the verdicts to this file as JUnit XML')
    .option(
      '--password <text>',
      "password of the operator that listens to the channel (with 'expect: channel')",
    )
    .addHelpText(
      'after',
      `
Examples:
  $ backlot run gas-leak --virtual
  $ backlot run my.yaml --speed 20 --junit verdicts.xml
  $ backlot run demo --against http://127.0.0.1:8080
  $ backlot run --bisect before.jsonl after.jsonl
  $ backlot run gas-leak --virtual --seeds 1..200 --jobs 4
  $ backlot run gas-leak --virtual --seeds 1..1000 --redis redis://127.0.0.1:6379 --bisect

Exit code 0: everything held; 1: something failed; 2: a mistake in the file or the command. Expectations that do not
apply to the kind of run are skipped and reported. --bisect: 0 without a difference, 1 with one.`,
    )
    .action(async (given: string | undefined, options: RunOptions) => {
      if (options.bisect && options.seeds === undefined)
        return bisect(given, options.bisect === true ? [] : options.bisect, options)
      if (given === undefined) throw new UserError('Give a scenario: a file, or the name of a shipped one.')
      const scenario = load(given)
      refuseNonsense(options)
      if (options.junit) writeJunit(options.junit, '')
      if (options.seeds !== undefined) return sweep(scenario, options.seeds, options)
      const result = options.virtual
        ? await virtually(scenario, options, shown(options))
        : await really(scenario, options, shown(options))
      if (options.junit) writeJunit(options.junit, junitXml(result))
      process.stdout.write(
        options.json ? `${JSON.stringify(withAgain(result))}\n` : `${resultLines(result).join('\n')}\n`,
      )
      process.exitCode = result.failed > 0 ? EXIT.verdict : EXIT.done
    })
}

type Shown = Pick<TimelineOptions, 'onAct' | 'onNote' | 'onVerdict'>

/** What happens, line by line while it does; nothing with --json. */
function shown({ json }: RunOptions): Shown {
  if (json) return {}
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  return {
    onAct: ({ name }, atMs, done) => {
      if (name !== 'note') say(actLine(name, atMs, done))
    },
    onNote: (note) => say(noteLine(note)),
    onVerdict: (verdict) => say(verdictLine(verdict)),
  }
}

/** Adds to a failed run the command that repeats it. */
function withAgain(result: RunResult): RunResult & { again?: string } {
  return result.failed > 0 ? { ...result, again: againCommand(result) } : result
}

/** Reports where two event logs part. */
async function bisect(
  given: string | undefined,
  logs: readonly string[],
  { json }: RunOptions,
): Promise<void> {
  const [a, b] = logs
  if (given !== undefined || a === undefined || b === undefined || logs.length > 2)
    throw new UserError(
      '--bisect needs two event logs and nothing else: backlot run --bisect a.jsonl b.jsonl',
    )
  const found = await bisectLogs(a, b)
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : `${bisectLines(found).join('\n')}\n`)
  process.exitCode = found.parting || found.made.length > 0 ? EXIT.verdict : EXIT.done
}

function load(given: string): Scenario {
  const { scenario, problems } = readScenario(given)
  if (scenario) return scenario
  throw new UserError(problems.map(problemText).join('\n'))
}

function refuseNonsense(options: RunOptions): void {
  const { virtual, against, log, workers, speed, seeds, seed, jobs, redis, bisect } = options
  if (virtual && against !== undefined) throw new UserError('Give either --virtual or --against.')
  if (virtual && speed !== undefined)
    throw new UserError('--speed is for real runs: virtual runs are as fast as the machine.')
  if (log !== undefined && !virtual) throw new UserError('--log is for virtual runs: give --virtual too.')
  if (seeds !== undefined && !virtual) throw new UserError('--seeds is for virtual runs: give --virtual too.')
  if (seeds !== undefined && (seed !== undefined || log !== undefined || (workers ?? '0') !== '0'))
    throw new UserError('--seeds goes without --seed, --log and --workers: give --jobs for runs at a time.')
  if (jobs !== undefined && seeds === undefined) throw new UserError('--jobs needs --seeds.')
  if (redis !== undefined && seeds === undefined) throw new UserError('--redis needs --seeds.')
  if (redis !== undefined && jobs !== undefined)
    throw new UserError('Give either --redis or --jobs: workers have slots of their own.')
  if (seeds !== undefined && Array.isArray(bisect))
    throw new UserError(
      '--bisect goes without files here: it compares two runs of the first seed that failed.',
    )
  if (!/^\d+$/.test(workers ?? '0') || Number(workers) > WORKERS_MAX) {
    throw new UserError(`--workers ${workers}: give 0 to ${WORKERS_MAX}.`)
  }
}

/** Runs a scenario with many seeds, and tells how many of the runs passed. */
async function sweep(scenario: Scenario, list: string, options: RunOptions): Promise<void> {
  const { json, junit, start } = options
  const seeds = readSeeds(list)
  await using cluster = options.jobs === undefined ? await openGivenCluster(options.redis) : undefined
  const jobs = Math.min(
    seeds.length,
    options.jobs === undefined ? availableParallelism() : numberOf('--jobs', options.jobs, JOBS),
  )
  const outcomes: SeedOutcome[] = []
  const isShown = !json && process.stderr.isTTY
  const show = () => {
    const bad = outcomes.filter((one) => outcomeLine(one) !== undefined).length
    process.stderr.write(`\r${outcomes.length} of ${seeds.length} runs, ${bad} failed `)
  }
  const showing = isShown ? setInterval(show, PROGRESS_MS) : undefined
  const stop = new AbortController()
  const abort = () => stop.abort()
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    const order = {
      scenario,
      start,
      seeds,
      signal: stop.signal,
      onOutcome(outcome: SeedOutcome) {
        outcomes.push(outcome)
        const line = outcomeLine(outcome)
        if (line !== undefined && !json) process.stdout.write(`${line}\n`)
      },
    }
    if (cluster) {
      const onNobody = () =>
        process.stderr.write(
          `No worker of ${cluster.shown} takes sweep now: the rest waits for one (backlot worker --redis …).\n`,
        )
      await runSweepShards(cluster, { ...order, onNobody })
    } else await sweepSeeds({ ...order, jobs })
  } finally {
    clearInterval(showing)
    if (isShown) process.stderr.write('\r')
    process.off('SIGINT', abort).off('SIGTERM', abort)
  }
  const summary = sweepSummary(scenario.name, outcomes)
  if (junit) writeJunit(junit, sweepJunitXml(scenario.name, outcomes))
  if (!json) process.stdout.write(`${sweepLines(summary).join('\n')}\n`)
  const failure = firstFailure(outcomes)
  const repeat =
    options.bisect && failure && !stop.signal.aborted ? await repeatSeed(scenario, failure, start) : undefined
  if (json) process.stdout.write(`${JSON.stringify({ ...summary, ...(repeat && { repeat }) })}\n`)
  else if (repeat) process.stdout.write(`${repeatLines(repeat).join('\n')}\n`)
  if (stop.signal.aborted) {
    process.stderr.write(`Stopped: ${outcomes.length} of ${seeds.length} seeds were run.\n`)
    process.exitCode = EXIT.interrupted
  } else process.exitCode = summary.passed < summary.runs ? EXIT.verdict : EXIT.done
}

function speedOf({ speed }: RunOptions): number | undefined {
  if (speed === undefined) return undefined
  const rate = Number(speed)
  if (speed.trim() === '' || !(rate >= SPEED_MIN && rate <= SPEED_MAX)) {
    throw new UserError(`--speed ${speed}: a number from ${SPEED_MIN} to ${SPEED_MAX}.`)
  }
  return rate
}

function seedOf({ seed }: RunOptions): number | undefined {
  if (seed === undefined) return undefined
  if (!/^\d{1,10}$/.test(seed) || Number(seed) > 4_294_967_295) {
    throw new UserError(`--seed ${seed}: a whole number from 0 to 4294967295.`)
  }
  return Number(seed)
}

async function virtually(scenario: Scenario, options: RunOptions, watch: Shown): Promise<RunResult> {
  const reportsEveryMs = durationMs(options.reports ?? '10m')
  if (reportsEveryMs === undefined) throw new UserError(`--reports ${options.reports}: write 10m, 1h or 0s.`)
  const seed = seedOf(options)
  const file = options.log === undefined ? undefined : openLog(options.log)
  try {
    const result = await runVirtual(scenario, {
      ...(seed === undefined ? {} : { seed }),
      ...(options.start === undefined ? {} : { start: options.start }),
      workers: Number(options.workers ?? 0),
      ...(file === undefined ? {} : { log: (text: string) => void writeSync(file, text), reportsEveryMs }),
      ...watch,
      keepsCity: true,
    })
    return file === undefined ? result : { ...result, reports: options.reports ?? '10m' }
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`--start: ${error.message}.`)
    throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Written empty before the run: a failure is reported at once. */
function writeJunit(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UserError(`--junit ${path} cannot be written: ${(error as Error).message}.`)
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    throw new UserError(`--log ${path} cannot be written: ${(error as Error).message}.`)
  }
}

/** Where people look on while a run lasts. */
const watchLine = (url: string, { loginName, password }: { loginName: string; password: string }): string =>
  `Watch it: ${url} (${loginName}, ${password})\n`

async function really(scenario: Scenario, options: RunOptions, watch: Shown): Promise<RunResult> {
  const account = { loginName: 'admin', password: options.password ?? DEMO_PASSWORD }
  const speed = speedOf(options)
  const rest = {
    account,
    ...watch,
    ...(options.start === undefined ? {} : { start: options.start }),
    ...(speed === undefined ? {} : { speed }),
  }
  if (options.against !== undefined) {
    if (options.seed !== undefined)
      throw new UserError('--seed is for a world started by this command, not for a running one.')
    return runReal(scenario, findControl({ control: options.against }), { ...rest, against: options.against })
  }
  const seed = seedOf(options) ?? scenario.seed
  await using simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    scenario: scenario.file,
    timeline: false,
    logLevel: 'error',
    ...(seed === undefined ? {} : { seed }),
    ...(options.password === undefined ? {} : { password: options.password }),
  })
  // Ctrl+C leaves neither a simulator nor its temporary folder behind.
  const stop = async () => {
    await simulator[Symbol.asyncDispose]()
    process.exit(EXIT.interrupted)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  if (!options.json) process.stdout.write(watchLine(simulator.url, account))
  try {
    return await runReal(scenario, { url: simulator.url, token: simulator.controlToken }, rest)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
