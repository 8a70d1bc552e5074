import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'

/** The model of cameras that are offline on purpose, permanently. */
const SWITCHED_OFF = 'cameraOffline'

/** Switches off, since their installation, the cameras that are meant to be so and were never touched. */
export async function switchOffSentinels(
  directory: Directory,
  commands: Pick<CommandLog, 'append' | 'commandsOf'>,
): Promise<void> {
  const appended: Promise<unknown>[] = []
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device?.model !== SWITCHED_OFF || commands.commandsOf(device.sn).length > 0) continue
    appended.push(
      commands.append(device.sn, device.installedAtMs, { kind: 'connectivity', forced: 'offline' }),
    )
  }
  await Promise.all(appended)
}
