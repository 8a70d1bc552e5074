import type { CommandLog } from '../timeline/command-log.ts'
import { contactAlarms, sosAlarms } from './button-alarms.ts'
import type { AlarmSources, DeviceAlarm } from './device-alarm.ts'
import { incidentAlarms } from './incident-alarms.ts'
import { createLeakAlarms } from './leak-alarms.ts'

/** Every alarm that our own devices raise of what happens to them and around them. */
export type DeviceAlarms = Disposable & {
  /** Those that touch [fromMs, toMs], in no order; of one device when it is named. */
  touching(fromMs: number, toMs: number, sn?: string): DeviceAlarm[]
}

export function createDeviceAlarms(
  sources: AlarmSources & { commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'> },
): DeviceAlarms {
  const { world, directory, commands } = sources
  const leaks = createLeakAlarms(sources)
  /** Devices whose button was pressed at some time, and controllers: few among many. */
  const callers = new Set<string>()
  const controllers = new Set<string>()
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (!device) continue
    if (device.kind === 'sensorController' && !device.foreign) controllers.add(device.sn)
    if (commands.commandsOf(device.sn).some(({ kind }) => kind === 'sosPressed')) callers.add(device.sn)
  }
  const stops = [
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded' && change.device.kind === 'sensorController') {
        if (!change.device.foreign) controllers.add(change.device.sn)
      }
      if (change.kind === 'deviceAdded' || change.kind === 'deviceRemoved') leaks.forget()
    }),
    commands.onCommand(({ sn, kind }) => {
      if (kind === 'sosPressed') callers.add(sn)
      if (kind === 'fault') leaks.forget()
    }),
    commands.onCut(() => leaks.forget()),
    world.interventions.onChange(() => leaks.forget()),
  ]
  return {
    touching(fromMs, toMs, sn) {
      const found = [...incidentAlarms(sources, fromMs, toMs), ...leaks.touching(fromMs, toMs)]
      for (const caller of callers) {
        const device = directory.deviceBySn(caller)
        if (device) found.push(...sosAlarms(sources, device, fromMs, toMs))
      }
      for (const controller of controllers) {
        const device = directory.deviceBySn(controller)
        if (device) found.push(...contactAlarms(sources, device, fromMs, toMs))
      }
      return sn === undefined ? found : found.filter(({ device }) => device.sn === sn)
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}
