/** How a channel's picture looks, as it was set last. */
import type { DeviceCommand } from './commands.ts'
import type { ImageSettings } from './image-settings.ts'

const FACTORY: ImageSettings = { brightness: 50, contrast: 50, saturation: 50, irCut: 'AUTO' }

/** The settings of a channel at a moment; `commands` in log order. */
export function imageSettingsAt(
  commands: readonly DeviceCommand[],
  chnId: number,
  atMs: number,
): ImageSettings {
  let settings = FACTORY
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind === 'imageSet' && command.chnId === chnId) settings = { ...settings, ...command.image }
  }
  return settings
}
