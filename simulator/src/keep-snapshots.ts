import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { PlatformResume } from './composition/base.ts'
import type { ClockChange, PlatformClock } from './kernel/clock.ts'
import type { Disposal } from './kernel/disposal.ts'
import { PlatformError } from './kernel/platform-error.ts'
import { createSerialQueue } from './kernel/serial-queue.ts'
import { StartError } from './kernel/start-error.ts'
import { asItRuns, type PlatformShell, type RunningPlatform, runPlatform } from './run-platform.ts'
import type { Scenario } from './scenario/scenario.ts'
import type { Verdict } from './scenario/verdict.ts'
import type { Note } from './scenario-runs/run-timeline.ts'
import type { CurrentTimeline } from './simulator.ts'
import { createSnapshots, type Snapshots } from './snapshots/create-snapshots.ts'
import type { SnapshotControl } from './snapshots/snapshot-control.ts'
import type { PlatformIdentity } from './snapshots/snapshot-manifest.ts'
import type { DataFolder } from './store/data-folder.ts'
import { readMigrations } from './store/migrate.ts'
import { WORLD_VERSION } from './world/world.ts'

/** The platform of this process, whichever runs at the moment, and its snapshots. */
export type CurrentPlatform = {
  platform(): RunningPlatform
  /** Of whichever runs. A restore is a jump. */
  clock: PlatformClock
  timeline: CurrentTimeline
  snapshots: SnapshotControl
}

/**
 * Runs the platform, and sets it back to snapshots: a restore ends it, changes the state in its data folder and runs it
 * anew on the same ports, as a start of the program does. Rejects with a StartError.
 */
export async function keepSnapshots(
  shell: Omit<PlatformShell, 'snapshots' | 'resume'>,
  disposal: Disposal,
): Promise<CurrentPlatform> {
  const { host, log, folder, listener, version } = shell
  const clockListeners = new Set<(change: ClockChange) => void>()
  const verdictListeners = new Set<(verdict: Verdict) => void>()
  const noteListeners = new Set<(note: Note) => void>()
  const scenario = { name: shell.scenario.name, digest: digestOf(shell.scenario) }
  const schema = readMigrations().length
  let { config } = shell
  let current: RunningPlatform | undefined
  const platform = () => {
    if (!current) throw new Error('The platform does not run')
    return current
  }

  const identity = (): PlatformIdentity => ({
    version,
    worldVersion: WORLD_VERSION,
    schema,
    seed: current?.seed ?? config.seed,
    scenario,
  })
  const stored = createSnapshots(folder.path, identity)
  const queue = createSerialQueue()

  const run = async (resume: PlatformResume | undefined) => {
    const running = await runPlatform({ ...shell, config, resume, snapshots: control })
    current = running
    config = asItRuns(config, running)
    running.clock.onChange((change) => {
      for (const listener of [...clockListeners]) listener(change)
    })
    running.timeline?.onNote((note) => {
      for (const listener of [...noteListeners]) listener(note)
    })
    running.timeline?.onVerdict((verdict) => {
      for (const listener of [...verdictListeners]) listener(verdict)
    })
  }
  const save = async (name: string, replace: boolean) => {
    const { clock, faults, seed, store, timeline } = platform()
    await timeline?.keep()
    const { rate, resumeRate } = clock.segment()
    return stored.save(
      name,
      {
        seed,
        savedAtMs: host.now(),
        // What is stored up to now happened up to now: the copy comes after all writes so far.
        clock: { platformMs: clock.now(), rate, resumeRate },
        faults: faults.save(),
        copyDatabase: (file) => store.copyTo(file),
      },
      replace,
    )
  }
  const restore: SnapshotControl['restore'] = async (name, asker) => {
    refuseWith(config)
    const { manifest, state } = await stored.stage(name)
    const old = platform()
    const before = { clock: old.clock.segment(), faults: old.faults.save(), afterEpoch: old.clock.epoch() }
    await listener.hold(asker)
    const beganMs = performance.now()
    old.sendBack()
    try {
      await old
        .end()
        .catch((error: unknown) => log.warn({ err: error }, 'a part of the platform did not end well'))
      listener.cutRest()
      state.swapIn()
      await run({ ...before, ...manifest })
      state.keep()
    } catch (error) {
      log.error({ err: error, name }, 'a snapshot could not be restored')
      state.swapBack()
      await run(before).catch(shell.fail)
      throw new PlatformError(
        'failed',
        `The snapshot ${name} could not be restored, the platform goes on as it was: ${(error as Error).message}`,
      )
    }
    const { clock } = platform()
    const change = {
      kind: 'jump' as const,
      fromMs: before.clock.platformMs,
      toMs: clock.now(),
      epoch: clock.epoch(),
    }
    for (const listener of [...clockListeners]) listener(change)
    return { ...(await stored.info(name)), tookMs: Math.round(performance.now() - beganMs) }
  }
  const control: SnapshotControl = {
    ...stored,
    save: (name, replace = false) => queue.run(() => save(name, replace)),
    restore: (name, asker) => queue.run(() => restore(name, asker)),
  }

  disposal.defer(() => queue.run(() => current?.end()))
  await run(config.snapshot === undefined ? undefined : await begin(config.snapshot, stored, folder))
  return {
    platform,
    clock: {
      zoneMinutes: config.zoneMinutes,
      now: () => platform().clock.now(),
      rate: () => platform().clock.rate(),
      epoch: () => platform().clock.epoch(),
      onChange: listenIn(clockListeners),
    },
    timeline: {
      progress: () => platform().timeline?.progress() ?? null,
      onVerdict: listenIn(verdictListeners),
      onNote: listenIn(noteListeners),
    },
    snapshots: control,
  }
}

/** Puts the state of a snapshot's file into a new data folder. Throws a StartError when that is not possible. */
async function begin(file: string, snapshots: Snapshots, folder: DataFolder): Promise<PlatformResume> {
  if (existsSync(folder.databaseFile))
    throw new StartError(
      `${folder.path} has state already: use another --data folder with --snapshot, or 'backlot snapshot import' and 'restore'.`,
    )
  try {
    const { manifest, state } = await snapshots.stageFile(file)
    state.swapIn()
    state.keep()
    return { ...manifest, afterEpoch: 0 }
  } catch (error) {
    throw new StartError(`--snapshot ${file}: ${(error as Error).message}`, { cause: error })
  }
}

const listenIn =
  <Told>(listeners: Set<(told: Told) => void>) =>
  (listener: (told: Told) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

/** An archive and the members of a cluster have state of their own, which no snapshot sets back. */
function refuseWith({ archive, redis }: PlatformShell['config']): void {
  const what = archive ? 'an archive (--archive)' : redis ? 'a cluster (--redis)' : undefined
  if (what)
    throw new PlatformError(
      'conflict',
      `A platform with ${what} cannot be set back: its state there stays. Start one without it, with --snapshot.`,
    )
}

/** Of what a scenario puts into the world; its timeline and its pace may change. */
function digestOf({ groups, fleets, roles, users }: Scenario): string {
  return createHash('sha256')
    .update(JSON.stringify([groups, fleets, roles, users]))
    .digest('hex')
}
