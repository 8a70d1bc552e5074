import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { talkTargetOf } from '@backlot/contract/talk/call-target'
import { useMemo } from 'react'
import { useTreeIndex } from '../../features/device-tree/device-store.ts'

export type TalkableDevice = { sn: string; chnId: number; name: string; label: string; value: string }

/** Devices of the tree that are online and can be talked to, by name: for pickers. */
export function useTalkableDevices(): TalkableDevice[] {
  const index = useTreeIndex()
  const { onlineVersion } = index
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is changed in place
  return useMemo(() => {
    const list: TalkableDevice[] = []
    for (const row of index.deviceRows()) {
      const entry = index.entry[row]
      if (!entry?.sn || !isDeviceOnline(entry)) continue
      const target = talkTargetOf({ protocolType: entry.protocolType, channels: entry.chnList ?? [] })
      if (typeof target === 'string') continue
      const { sn, name } = entry
      list.push({ sn, chnId: target.videoChnId, name, value: sn, label: `${name} · ${sn}` })
    }
    return list.sort((a, b) => (a.name < b.name ? -1 : 1))
  }, [index, onlineVersion])
}
