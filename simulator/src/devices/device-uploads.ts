/** Files that a device makes and sends by itself, as it is configured: packed, then sent at an interval. */
import type { UploadConfig } from '@backlot/contract/device-config/entities'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'

export type DeviceUpload = Pick<UploadConfig, 'packMinutes' | 'uploadMinutes'> | 'never'

const isSet = (command: DeviceCommand) => command.kind === 'configSet' && command.section === 'uploadConfig'

/**
 * How files of a type that are made at a moment are sent; never when the type is not among those chosen. Undefined
 * while nobody configured it: as they are made. `commands` are the device's own, in log order.
 */
export function deviceUploadAt(
  commands: readonly DeviceCommand[],
  type: UploadConfig['fileTypes'][number],
  atMs: number,
): DeviceUpload | undefined {
  if (!commands.some((command) => command.atMs <= atMs && isSet(command))) return undefined
  const { packMinutes, uploadMinutes, fileTypes } = configAt(commands, 'uploadConfig', atMs)
  return fileTypes.includes(type) ? { packMinutes, uploadMinutes } : 'never'
}

/** How long the files of video are that a device writes at a moment, and until when that holds, by its own configuration. */
export function deviceVideoPacking(
  commands: readonly DeviceCommand[],
  atMs: number,
): { packMinutes: number | undefined; untilMs: number } {
  const upload = deviceUploadAt(commands, 'video', atMs)
  const next = commands.find((command) => command.atMs > atMs && isSet(command))
  return {
    packMinutes: upload === undefined || upload === 'never' ? undefined : upload.packMinutes,
    untilMs: next?.atMs ?? Number.POSITIVE_INFINITY,
  }
}
