import type { BodyOut, DataIn } from '@backlot/contract/call'
import type {
  controlRunScenario,
  controlShippedScenarios,
  ScenarioRun,
} from '@backlot/contract/control/run-calls'
import { parseDateTime } from '@backlot/contract/time'
import type { Logger } from 'pino'
import { PlatformError } from '../kernel/platform-error.ts'
import { readScenario, shippedNames } from '../scenario/read-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Verdict } from '../scenario/verdict.ts'
import { NOBODY_LISTENS, platformPace } from '../scenario-runs/platform-pace.ts'
import { runTimeline } from '../scenario-runs/run-timeline.ts'
import type { ScenarioParts } from '../scenario-runs/scenario-parts.ts'
import { createLocalTarget } from '../scenario-runs/scenario-target.ts'

type Detail = Record<string, string | number | boolean>
type RunListener = (what: string, detail: Detail) => void
type Shipped = DataIn<typeof controlShippedScenarios>['list']

/** Runs of shipped scenarios on the platform that is there: one at a time, the last ones remembered. */
export type ScenarioRuns = AsyncDisposable & {
  shipped(): Shipped
  list(): ScenarioRun[]
  /** Resolves when the clock is in place. Throws a PlatformError when there is no such scenario or one is played. */
  start(order: BodyOut<typeof controlRunScenario>): Promise<ScenarioRun>
  /** Resolves when it has stopped. Throws notFound. */
  stop(runId: string): Promise<ScenarioRun>
  /** Calls back with beginnings, actions, verdicts and ends. Returns a function that stops it. */
  onEvent(listener: RunListener): () => void
}

const KEPT_MOST = 20
const VERDICTS_KEPT = 200
const NOTES_KEPT = 50

type Run = { state: ScenarioRun; abort: AbortController; ended: Promise<void> }

export function createScenarioRuns(deps: {
  parts: ScenarioParts
  log: Logger
  /** Whether the platform plays the timeline that it was started with. */
  isPlaying(): boolean
}): ScenarioRuns {
  const { parts, log } = deps
  const runs: Run[] = []
  const listeners = new Set<RunListener>()
  let count = 0
  let isStarting = false
  let shipped: Shipped | undefined
  const tell = (what: string, detail: Detail) => {
    for (const listener of [...listeners]) listener(what, detail)
  }

  const play = async (scenario: Scenario, run: Run): Promise<void> => {
    const { signal } = run.abort
    const change = (next: Partial<ScenarioRun>) => Object.assign(run.state, next)
    const onVerdict = (verdict: Verdict) => {
      const { outcome, text, seen } = verdict
      const verdicts = [...run.state.verdicts, verdict].slice(-VERDICTS_KEPT)
      change({ [outcome]: run.state[outcome] + 1, verdicts })
      tell(outcome, { scenario: scenario.name, text, seen })
    }
    try {
      await runTimeline(scenario, createLocalTarget(parts), platformPace(parts, signal), {
        channel: NOBODY_LISTENS,
        signal,
        onVerdict,
        onNote: (note) => change({ notes: [...run.state.notes, note].slice(-NOTES_KEPT) }),
        onAct: ({ name }, _atMs, done) => tell('acted', { scenario: scenario.name, action: name, done }),
        keep({ begun, passedMs, open }) {
          change({ begun, passedMs, open: open.length })
          return undefined
        },
      })
      change({ state: signal.aborted ? 'stopped' : 'over', open: 0 })
    } catch (error) {
      log.error({ err: error, scenario: scenario.name }, 'a scenario run failed')
      change({ state: 'broken', error: error instanceof Error ? error.message : String(error), open: 0 })
    }
    const { held, failed, skipped, state } = run.state
    tell(state, { scenario: scenario.name, held, failed, skipped })
  }

  const refuseSecond = () => {
    if (isStarting || deps.isPlaying() || runs.some(({ state }) => state.state === 'playing')) {
      const message = 'scenario: one is being played; stop it, or wait for its end.'
      throw new PlatformError('conflict', message, 'scenario')
    }
  }

  return {
    shipped() {
      shipped ??= shippedNames().flatMap(shippedOf)
      return shipped
    },
    list: () => runs.map(({ state }) => state).reverse(),
    async start({ scenario: name, ownStart, speed }) {
      if (!shippedNames().includes(name)) {
        throw new PlatformError('notFound', `scenario: there is no shipped scenario '${name}'.`, 'scenario')
      }
      const { scenario } = readScenario(name)
      if (!scenario || scenario.timeline.length === 0) {
        throw new PlatformError('invalid', `scenario: '${name}' has no timeline to play.`, 'scenario')
      }
      refuseSecond()
      isStarting = true
      try {
        await putClock(parts, ownStart ? scenario.start : undefined, speed)
      } finally {
        isStarting = false
      }
      const state: ScenarioRun = {
        runId: `run-${++count}`,
        scenario: scenario.name,
        state: 'playing',
        startedAtMs: parts.clock.now(),
        passedMs: 0,
        begun: 0,
        entries: scenario.timeline.length,
        open: 0,
        held: 0,
        failed: 0,
        skipped: 0,
        notes: [],
        verdicts: [],
      }
      const run: Run = { state, abort: new AbortController(), ended: Promise.resolve() }
      runs.push(run)
      if (runs.length > KEPT_MOST) runs.shift()
      tell('started', { scenario: scenario.name, entries: state.entries })
      run.ended = play(scenario, run)
      return state
    },
    async stop(runId) {
      const run = runs.find(({ state }) => state.runId === runId)
      if (!run) throw new PlatformError('notFound', `runId: there is no run ${runId}.`, 'runId')
      run.abort.abort()
      await run.ended
      return run.state
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      for (const { abort } of runs) abort.abort()
      await Promise.all(runs.map(({ ended }) => ended))
    },
  }
}

async function putClock(
  { clock, moves }: ScenarioParts,
  start: string | undefined,
  speed: number | undefined,
): Promise<void> {
  const toMs = start === undefined ? undefined : parseDateTime(start, clock.zoneMinutes)
  if (toMs !== undefined) {
    // It is paused until everything is as of then.
    clock.pause()
    await moves.jump(toMs)
  }
  if (speed !== undefined) clock.speed(speed)
  else if (clock.rate() === 0) clock.resume()
}

function shippedOf(id: string): Shipped {
  const { scenario } = readScenario(id)
  if (!scenario) return []
  const { name, description, timeline, forMs, start, speed } = scenario
  const last = timeline[timeline.length - 1]
  return [
    {
      id,
      name,
      description: description ?? '',
      entries: timeline.length,
      expectations: timeline.filter(({ kind }) => kind === 'expect').length,
      lastsMs: Math.max(forMs, last?.atMs ?? 0),
      ...(start === undefined ? {} : { start }),
      ...(speed === undefined ? {} : { speed }),
    },
  ]
}
