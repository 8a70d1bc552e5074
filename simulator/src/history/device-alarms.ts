import { KINDS } from '../devices/kinds.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import { contactAlarms, powerCutAlarms, sosAlarms } from './button-alarms.ts'
import { createAlarmConditions } from './create-alarm-conditions.ts'
import type { AlarmSources, DeviceAlarm } from './device-alarm.ts'
import { incidentAlarms } from './incident-alarms.ts'
import { createLeakAlarms } from './leak-alarms.ts'
import { createOwnLeakAlarms } from './own-leak-alarms.ts'
import { type Recognise, recogniseDemoPersons } from './recognition.ts'
import { createWatchAlarms } from './watch-alarms.ts'

/** Longer than any contact stays closed. */
const BLOCK_MS = 3 * 3_600_000
const BLOCKS_KEPT = 64

/** Every alarm of our own devices, of incidents in them and around them. */
export type DeviceAlarms = Disposable & {
  /** Those that touch [fromMs, toMs], in no order; of one device when it is named. */
  touching(fromMs: number, toMs: number, sn?: string): DeviceAlarm[]
}

export function createDeviceAlarms(
  sources: AlarmSources & {
    commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'>
    /** Left out: over the persons of a new platform's control lists. */
    recognise?: Recognise
  },
): DeviceAlarms {
  const { world, directory, commands } = sources
  const recognise = sources.recognise ?? recogniseDemoPersons(world.seed)
  const leaks = createLeakAlarms(sources)
  const ownLeaks = createOwnLeakAlarms(sources)
  const forgetLeaks = () => {
    leaks.forget()
    ownLeaks.forget()
  }
  const conditions = createAlarmConditions(sources)
  const watches = createWatchAlarms(sources)
  /** Devices whose button was pressed or whose power was cut at some time, and controllers: few among many. */
  const callers = new Set<string>()
  const isCall = ({ kind }: { kind: string }) => kind === 'sosPressed' || kind === 'powerCut'
  const everCalled = (sn: string) => commands.commandsOf(sn).some(isCall)
  const controllers = new Set<string>()
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (!device) continue
    if (KINDS[device.kind].hasContacts && !device.foreign) controllers.add(device.sn)
    if (everCalled(device.sn)) callers.add(device.sn)
  }
  /** Contacts of all controllers, a block of time each: a look every half second does not work them all out. */
  const contacts = new Map<number, readonly DeviceAlarm[]>()
  const contactsIn = (block: number): readonly DeviceAlarm[] => {
    const known = contacts.get(block)
    if (known) return known
    if (contacts.size >= BLOCKS_KEPT) contacts.clear()
    const made = [...controllers].flatMap((sn) => {
      const device = directory.deviceBySn(sn)
      return device ? contactAlarms(sources, device, block * BLOCK_MS, (block + 1) * BLOCK_MS) : []
    })
    // One that is closed across an edge belongs to the block in which it closed.
    const own = made.filter(({ startMs }) => Math.floor(startMs / BLOCK_MS) === block)
    contacts.set(block, own)
    return own
  }
  const stops = [
    directory.onChange((change) => {
      if (change.kind === 'channelsChanged') contacts.clear()
      if (change.kind !== 'deviceAdded' && change.kind !== 'deviceRemoved') return
      const { sn, kind, foreign } = change.device
      if (change.kind === 'deviceAdded') watches.add(change.device)
      else watches.remove(sn)
      if (KINDS[kind].hasContacts && !foreign) {
        if (change.kind === 'deviceAdded') controllers.add(sn)
        else controllers.delete(sn)
        contacts.clear()
      }
      if (change.kind === 'deviceAdded' && everCalled(sn)) callers.add(sn)
      if (KINDS[kind].watchesGas) forgetLeaks()
    }),
    commands.onCommand((command) => {
      if (isCall(command)) callers.add(command.sn)
      if (command.kind === 'setting') watches.forget(command.atMs, command.sn)
      const changesLevels = command.kind === 'configSet' && command.section === 'gasParam'
      if (command.kind === 'fault' || changesLevels) forgetLeaks()
    }),
    commands.onCut(() => {
      forgetLeaks()
      watches.forget(0)
    }),
    world.newcomers.onChange(forgetLeaks),
    world.interventions.onChange((fromMs) => {
      watches.forget(fromMs)
      forgetLeaks()
      conditions.forget()
    }),
  ]
  return {
    touching(fromMs, toMs, sn) {
      const found = [
        ...incidentAlarms({ ...sources, recognise, ownLeaks }, fromMs, toMs),
        ...leaks.touching(fromMs, toMs),
        ...conditions.touching(fromMs, toMs, sn),
        ...watches.touching(fromMs, toMs, sn),
      ]
      for (const caller of callers) {
        const device = directory.deviceBySn(caller)
        if (!device) continue
        found.push(
          ...sosAlarms(sources, device, fromMs, toMs),
          ...powerCutAlarms(sources, device, fromMs, toMs),
        )
      }
      for (let block = Math.floor(fromMs / BLOCK_MS) - 1; block * BLOCK_MS <= toMs; block++) {
        for (const alarm of contactsIn(block)) {
          if (alarm.startMs <= toMs && alarm.endMs >= fromMs) found.push(alarm)
        }
      }
      return sn === undefined ? found : found.filter(({ device }) => device.sn === sn)
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}
