import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'

/**
 * Devices that administrators add stay in the tree when the clock goes back (docs/data-model.md): before their moment
 * they are offline, and were never heard of. Called before anybody else listens to the directory. Fleets leave the tree
 * instead.
 */
export function absentBeforeAdded(directory: Pick<Directory, 'onChange'>, commands: CommandLog): void {
  directory.onChange((change) => {
    if (change.kind !== 'deviceAdded' && change.kind !== 'deviceRemoved') return
    const { sn, sinceMs, fleetId } = change.device
    if (sinceMs === undefined || fleetId !== undefined) return
    commands.absentBefore(sn, change.kind === 'deviceAdded' ? sinceMs : undefined)
  })
}
