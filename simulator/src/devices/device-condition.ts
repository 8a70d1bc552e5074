/** Whether a device takes and answers parameters at a moment. */
import type { DeviceCommand } from './commands.ts'
import { askedFault } from './fault-state.ts'
import { isSilentAt } from './silence.ts'
import { upgradeAt } from './upgrade.ts'

/**
 * `busy`: with something else; `faulty`: its own fault; `silent`: it carries out orders and answers nothing;
 * `downloading`, `installing`: an upgrade is in progress.
 */
export type DeviceCondition = 'ready' | 'busy' | 'faulty' | 'silent' | 'downloading' | 'installing'

export function conditionAt(
  seed: number,
  entity: number,
  commands: readonly DeviceCommand[],
  atMs: number,
): DeviceCondition {
  if (commands.length === 0) return 'ready'
  if (isSilentAt(commands, atMs)) return 'silent'
  if (askedFault('paramFault', atMs, commands).fault) return 'faulty'
  if (askedFault('busy', atMs, commands).fault) return 'busy'
  const { task } = upgradeAt(seed, entity, commands, atMs)
  if (task?.state === 'upgrading') return 'installing'
  return task?.state === 'downloading' ? 'downloading' : 'ready'
}
