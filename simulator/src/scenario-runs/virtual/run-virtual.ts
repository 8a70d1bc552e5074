import { formatDateTime, PLATFORM_ZONE_MINUTES, parseDateTime } from '@backlot/contract/time'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { FleetSpan } from '../../fleet/added-fleet.ts'
import type { Device } from '../../fleet/device.ts'
import { DEFAULT_SEED } from '../../kernel/defaults.ts'
import { createLog } from '../../kernel/log.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { faultsOf, type RunResult, summed, type Verdict } from '../../scenario/verdict.ts'
import type { ManualClock } from '../../timeline/manual-clock.ts'
import type { Intervention } from '../../world/interventions.ts'
import { type Note, runTimeline, type TimelineOptions } from '../run-timeline.ts'
import { createLocalTarget } from '../scenario-target.ts'
import { createEventLog } from './event-log.ts'
import { createReportPool } from './report-pool.ts'
import { createVirtualPlatform, VIRTUAL_START_MS, type VirtualPlatform } from './virtual-platform.ts'

export type VirtualOptions = {
  seed?: number
  /** Platform time of the beginning, 'yyyy-MM-dd HH:mm:ss'. */
  start?: string
  /** Threads that work out reports; 0: this one does. The log is the same with any number. */
  workers?: number
  /** Where the event log goes, in pieces. */
  log?(text: string): void
  /** Interval at which the last report of every device goes into the log; 0 is never. */
  reportsEveryMs?: number
  onVerdict?(verdict: Verdict): void
  onNote?(note: Note): void
  onAct?: TimelineOptions['onAct']
  /** A city that had to be built is kept (some 40 MB) for the next run or start of its seed. */
  keepsCity?: boolean
}

/** Platform time between two checks of expectations. */
const LOOK_EVERY_MS = 500

/**
 * Runs a scenario without sockets, as fast as the machine can. The same scenario, seed and start give the same event
 * log byte by byte.
 */
export async function runVirtual(scenario: Scenario, options: VirtualOptions = {}): Promise<RunResult> {
  const seed = options.seed ?? scenario.seed ?? DEFAULT_SEED
  const zoneMinutes = PLATFORM_ZONE_MINUTES
  const startText = options.start ?? scenario.start
  const startMs = startText === undefined ? VIRTUAL_START_MS : parseDateTime(startText, zoneMinutes)
  if (startMs === undefined) throw new RangeError(`'${startText}' is no time: write '2026-11-20 08:00:00'`)
  const events = createEventLog(zoneMinutes, options.log ?? (() => {}))
  let nowMs = () => startMs
  const write = (event: string, fields: Readonly<Record<string, unknown>>) =>
    events.write(nowMs(), event, fields)

  await using platform = await createVirtualPlatform({
    scenario,
    seed,
    startMs,
    keepsCity: options.keepsCity ?? false,
    log: createLog('error'),
    notified: {
      alarms(list, updateOnly) {
        for (const { sn, chnId, alarmSeq, type, subType, state, cursor } of list) {
          write(updateOnly ? 'alarmChanged' : 'alarm', { sn, chnId, type, subType, alarmSeq, state, cursor })
        }
      },
      status(list) {
        for (const change of list) write('status', { ...change })
      },
    },
  })
  const { parts } = platform
  const { clock, directory, world } = parts
  nowMs = () => clock.now()
  write('start', { scenario: scenario.name, seed, world: world.version, devices: directory.deviceCount() })
  clock.onChange(({ kind, toMs }) => {
    write('clock', { kind, to: formatDateTime(toMs, zoneMinutes), rate: clock.rate(), epoch: clock.epoch() })
  })
  const news = gatherNews(platform)
  parts.commands.onCommand(({ atMs: _, seq, sn, kind, ...payload }) =>
    write('command', { seq, sn, kind, ...payload }),
  )

  await using pool = createReportPool(options.workers ?? 0, platform.world, zoneMinutes)
  const everyMs = options.reportsEveryMs ?? 0
  let reportedMs = clock.now()
  const report = async () => {
    const gridMs = everyMs > 0 ? Math.floor(clock.now() / everyMs) * everyMs : 0
    if (gridMs <= reportedMs && gridMs > reportedMs - everyMs) return
    reportedMs = gridMs
    if (everyMs > 0) events.writeLater(pool.report(gridMs, news.take()))
    if (events.isBehind()) await events.settled()
  }
  const pace = {
    lookEveryMs: LOOK_EVERY_MS,
    leastWaitMs: 0,
    async pass(atMostMs: number) {
      await passTime(platform, atMostMs, report)
      const error = platform.error()
      if (error !== undefined) throw error
    },
  }
  const listener = createLocalTarget(parts)
  const { verdicts, lastedMs } = await runTimeline(scenario, listener, pace, {
    onAct(entry, atMs, done) {
      write('act', { line: entry.line, action: entry.name, done })
      options.onAct?.(entry, atMs, done)
    },
    ...(options.onNote ? { onNote: options.onNote } : {}),
    onVerdict(verdict) {
      const { line, text, outcome, seen } = verdict
      write('verdict', { line, text, outcome, seen })
      options.onVerdict?.(verdict)
    },
  })
  const sums = summed(verdicts)
  write('end', { lastedMs, ...sums, devices: directory.deviceCount(), cursor: parts.repository.cursor() })
  await events.settled()
  return {
    scenario: scenario.name,
    file: scenario.file,
    mode: 'virtual',
    seed,
    start: formatDateTime(startMs, zoneMinutes),
    zoneMinutes,
    lastedMs,
    faults: faultsOf([], await listener.faults()),
    verdicts,
    ...sums,
  }
}

/** Host time is let pass from timer to timer, with everything that each begins brought to its end. */
async function passTime(
  platform: VirtualPlatform,
  atMostMs: number,
  afterEach: () => Promise<void>,
): Promise<void> {
  const { host, parts } = platform
  const rate = parts.clock.rate()
  const wantedMs = rate > 0 ? Math.ceil(atMostMs / rate) : LOOK_EVERY_MS
  const untilMs = host.now() + Math.max(1, Math.min(wantedMs, LONGEST_PASS_MS))
  while (host.now() < untilMs) {
    advance(host, untilMs)
    await platform.settle()
    await afterEach()
    // The awaited timeline reports a changed clock.
    if (parts.clock.rate() !== rate) return
  }
}

const LONGEST_PASS_MS = 60_000

function advance(host: ManualClock, untilMs: number): void {
  const nextMs = host.nextMs() ?? untilMs
  host.advance(Math.max(0, Math.min(nextMs, untilMs) - host.now()))
}

/** Collects changes for the report engines. */
function gatherNews({ parts, overlay, interventions, world: opened }: VirtualPlatform) {
  const { directory, commands, world } = parts
  const devices: Device[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) devices.push(device)
  }
  let fresh = { devices, gone: [] as string[], commands: [] as DeviceCommand[] }
  let anew = false
  let known = new Set<Intervention>()
  let fleets = new Set<FleetSpan>()
  world.newcomers.onChange(() => {
    fleets = new Set(parts.fleets.spans())
  })
  commands.onCommand((command) => fresh.commands.push(command))
  directory.onChange((change) => {
    if (change.kind === 'deviceAdded') fresh.devices.push(change.device)
    if (change.kind === 'deviceRemoved') fresh.gone.push(change.device.sn)
  })
  overlay.onCut(() => {
    anew = true
  })
  return {
    take() {
      if (anew) known = new Set()
      const given = anew ? allCommands(opened, commands) : fresh.commands
      const done = interventions.list().filter((one) => !known.has(one))
      for (const one of done) known.add(one)
      const { devices: added, gone } = fresh
      const news = { anew, devices: added, gone, commands: given, interventions: done, fleets: [...fleets] }
      fleets.clear()
      fresh = { devices: [], gone: [], commands: [] }
      anew = false
      return news
    },
  }
}

function allCommands(
  { fleet }: VirtualPlatform['world'],
  commands: { commandsOf(sn: string): readonly DeviceCommand[] },
): DeviceCommand[] {
  const all: DeviceCommand[] = []
  for (let slot = 0; slot < fleet.directory.slotLimit(); slot++) {
    const device = fleet.directory.device(slot)
    if (device) all.push(...commands.commandsOf(device.sn))
  }
  return all
}
