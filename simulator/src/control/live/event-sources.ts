import type { Alarm } from '@backlot/contract/alarms/entities'
import type { FaultState } from '@backlot/contract/control/fault-calls'
import type { EventKind, LiveEvent } from '@backlot/contract/control/live-calls'
import type { StormProgress } from '@backlot/contract/control/storm-calls'
import type { ObservableOutbox } from '../../channel/observable-outbox.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { Faults } from '../../faults/create-faults.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { FleetManager } from '../../fleet/fleet-manager.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { PlatformTroubles } from '../../kernel/platform-troubles.ts'
import type { Storms } from '../../scenario-runs/storms.ts'
import type { Interventions } from '../../world/interventions.ts'
import type { ScenarioRuns } from '../scenario-runs.ts'

/** An event before it has its number. */
export type Told = Omit<LiveEvent, 'n' | 'kind'>

/** Listener of events. Its argument is only made when it has room. */
export type EventEar = {
  /** One event; `sn` as far as it concerns one device. */
  hear(kind: EventKind, sn: string | undefined, make: () => Told): void
  hearAlarms(list: readonly Alarm[], make: (alarm: Alarm) => Told): void
}

export type EventSourceDeps = {
  directory: Directory
  clock: PlatformClock
  commands: Pick<CommandLog, 'onCommand'>
  outbox: Pick<ObservableOutbox, 'onAlarms'>
  faults: Pick<Faults, 'list'>
  storms: Pick<Storms, 'list'>
  fleets: Pick<FleetManager, 'list'>
  interventions: Pick<Interventions, 'list'>
  runs: Pick<ScenarioRuns, 'onEvent'>
  troubles: Pick<PlatformTroubles, 'onChange'>
}

export type EventSources = {
  /** Polls sources without events: faults, storms, fleets, the weather. */
  look(): void
  close(): void
}

type Detail = Told['detail']

/** Listens to everything that happens, for one ear. While there is no ear, nothing is attached anywhere. */
export function openEventSources(deps: EventSourceDeps, ear: EventEar): EventSources {
  const { directory, clock } = deps
  const told = (what: string, detail: Detail, sn?: string): Told => ({
    atMs: clock.now(),
    what,
    ...(sn === undefined ? {} : { sn }),
    detail,
  })
  const stops = [
    deps.outbox.onAlarms((list, updateOnly) => ear.hearAlarms(list, (alarm) => toldAlarm(alarm, updateOnly))),
    clock.onChange(({ kind, fromMs, toMs, epoch }) =>
      ear.hear('clock', undefined, () => told(kind, { fromMs, toMs, epoch, rate: clock.rate() })),
    ),
    deps.commands.onCommand((command) => ear.hear('command', command.sn, () => toldCommand(command))),
    directory.onChange((change) => {
      if (change.kind === 'status') {
        const { sn, slot, turned: what } = change
        if (!what) return
        ear.hear('device', sn, () => told(what, { device: directory.device(slot)?.kind ?? '' }, sn))
      } else if (change.kind === 'deviceAdded' || change.kind === 'deviceRemoved') {
        const { sn, kind } = change.device
        const what = change.kind === 'deviceAdded' ? 'added' : 'removed'
        ear.hear('device', sn, () => told(what, { device: kind }, sn))
      }
    }),
    deps.troubles.onChange((change) => {
      ear.hear('platform', undefined, () =>
        'began' in change
          ? told(change.began.kind, { byMs: change.began.byMs ?? 0 })
          : told('over', { trouble: change.over }),
      )
    }),
    deps.runs.onEvent((what, detail) => ear.hear('scenario', undefined, () => told(what, detail))),
  ]
  const looks = [
    watched({
      list: deps.faults.list,
      key: ({ id }) => id,
      state: ({ state }) => state,
      tell: (what, one, before) =>
        ear.hear('fault', undefined, () => told(faultWord(what, one), faultDetail(one, before))),
    }),
    watched({
      list: deps.storms.list,
      key: ({ stormId }) => stormId,
      state: ({ done, stopped }) => (stopped ? 'stopped' : done ? 'done' : 'raging'),
      tell: (what, one) => {
        if (what === 'gone') return
        const word = what === 'new' && !one.done ? 'started' : one.stopped ? 'stopped' : 'done'
        ear.hear('storm', undefined, () => told(word, stormDetail(one)))
      },
    }),
    watched({
      list: deps.fleets.list,
      key: ({ fleetId }) => fleetId,
      state: () => '',
      tell: (what, { fleetId, kind, count, name }) =>
        ear.hear('fleet', undefined, () =>
          told(what === 'new' ? 'added' : 'removed', { fleetId, name, nameEn: name, device: kind, count }),
        ),
    }),
    watched({
      list: () => deps.interventions.list(),
      key: ({ seq }) => String(seq),
      state: () => '',
      tell: (what, { kind, atMs, seq: _, ...rest }) =>
        ear.hear('weather', undefined, () => told(what === 'new' ? kind : 'cut', detailOf(rest))),
    }),
  ]
  return {
    look() {
      for (const look of looks) look()
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Reports new, changed and removed items of a list since the last look. The first list is no change. */
function watched<One>(options: {
  list(): readonly One[]
  key(one: One): string
  state(one: One): string
  tell(what: 'new' | 'changed' | 'gone', one: One, before: string): void
}): () => void {
  const { list, key, state, tell } = options
  const snapshot = () => new Map(list().map((one) => [key(one), { one, state: state(one) }]))
  let known = snapshot()
  return () => {
    const now = snapshot()
    for (const [id, { one, state: is }] of now) {
      const before = known.get(id)
      if (!before) tell('new', one, '')
      else if (before.state !== is) tell('changed', one, before.state)
    }
    for (const [id, { one, state: was }] of known) if (!now.has(id)) tell('gone', one, was)
    known = now
  }
}

function toldAlarm(alarm: Alarm, updateOnly: boolean): Told {
  const { sn, startTime, type, subType, chnId, state, id, devName, devNameEn } = alarm
  const what = updateOnly ? 'changed' : 'raised'
  return {
    atMs: startTime * 1000,
    what,
    sn,
    detail: { type, subType, chnId, state, id, name: devName, nameEn: devNameEn ?? devName },
  }
}

function toldCommand({ kind, atMs, sn, seq: _, ...rest }: DeviceCommand): Told {
  return { atMs, what: kind, sn, detail: detailOf(rest) }
}

const faultWord = (what: 'new' | 'changed' | 'gone', { state }: FaultState) =>
  what === 'new' ? 'attached' : what === 'gone' ? 'removed' : state

function faultDetail({ id, fault, struck, probability }: FaultState, before: string): Detail {
  return { id, fault, struck, probability, ...(before === '' ? {} : { before }) }
}

function stormDetail({ stormId, kind, planned, raised, stored }: StormProgress): Detail {
  return { stormId, storm: kind, planned, raised, stored }
}

/** An object as a detail: values other than plain ones are written as JSON. */
function detailOf(given: object): Detail {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  )
}
