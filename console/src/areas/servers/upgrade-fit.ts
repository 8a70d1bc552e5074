import type { DeviceVersion } from '@backlot/contract/upgrades/entities'

type UpgradeCandidate = { kind: string; online: boolean }

/** Why a device cannot be given a version: it is of another kind. undefined: it can. */
export function misfit(version: Pick<DeviceVersion, 'kind'>, kind: string): 'kind' | undefined {
  return version.kind === '' || version.kind === kind ? undefined : 'kind'
}

/**
 * Summary of the choice before the upgrade begins: how many of each kind, the largest first, and how many are offline.
 */
export function upgradeSum(chosen: readonly UpgradeCandidate[]): {
  kinds: readonly { kind: string; count: number }[]
  offline: number
} {
  const counts = new Map<string, number>()
  for (const { kind } of chosen) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
  return { kinds, offline: chosen.filter(({ online }) => !online).length }
}
