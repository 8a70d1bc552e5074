import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { CHANNEL_TYPES, type Channel, NODE_TYPES } from '@backlot/contract/devices/entities'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { DevicePanel } from '../../parts/device-tree/device-panel.tsx'
import { deviceStore } from '../../parts/device-tree/device-store.ts'
import type { DeviceTreeHandle } from '../../parts/device-tree/device-tree.tsx'
import type { TreeEntry } from '../../parts/device-tree/tree-entry.ts'
import { isDeviceType } from '../../parts/device-tree/tree-entry.ts'
import type { TreePick } from '../../parts/device-tree/tree-pick.ts'
import { type MarkerFilter, SHOW_ALL } from '../../parts/map/marker-frame.ts'
import { glyphOf } from '../../parts/map/marker-glyphs.ts'
import { type WatchedChannel, watchTitle } from './popup-actions.tsx'

type DispatchPanelProps = {
  filter: MarkerFilter
  selected: string | undefined
  onDevice(sn: string): void
  onWatch(channel: WatchedChannel): void
}

/** The device tree beside the map. What the legend hides by kind is hidden here too. */
export function DispatchPanel({ filter, selected, onDevice, onWatch }: DispatchPanelProps) {
  const t = useText('map')
  const [folded, setFolded] = useState(false)
  const tree = useRef<DeviceTreeHandle>(null)
  const { glyphs } = filter
  const offers = useMemo(
    () => (node: TreeEntry, nodeType: number, channel: Channel | undefined) => {
      if (nodeType >= NODE_TYPES.functionAi || node.favouriteId !== undefined) return false
      if (channel && channel.type !== CHANNEL_TYPES.video) return false
      if (glyphs === SHOW_ALL.glyphs || !isDeviceType(node.nodeType)) return true
      return ((glyphs >> glyphOfNode(node)) & 1) === 1
    },
    [glyphs],
  )
  const row = selected === undefined ? undefined : deviceStore.index().rowOfDevice(selected)
  const selectedKey = row === undefined ? undefined : deviceStore.index().key(row)

  useEffect(() => {
    if (selectedKey !== undefined && !folded) tree.current?.reveal(selectedKey)
  }, [selectedKey, folded])

  const open = ({ node, channel, name, online }: TreePick) => {
    if (!node.sn) return
    if (channel && online) {
      onWatch({ sn: node.sn, chnId: channel.chnId, title: watchTitle(node.name, name) })
    } else onDevice(node.sn)
  }
  return (
    <aside className="dispatch-panel" data-folded={folded} aria-label={t('devices')}>
      {!folded && (
        <DevicePanel
          key={glyphs}
          ref={tree}
          filter={offers}
          label={t('devices')}
          selectedKey={selectedKey}
          onSelect={({ node }) => {
            if (node.sn) onDevice(node.sn)
          }}
          onOpen={open}
        />
      )}
      <button
        type="button"
        className="dispatch-panel-fold"
        aria-expanded={!folded}
        aria-label={folded ? t('panelUnfold') : t('panelFold')}
        onClick={() => setFolded(!folded)}
      >
        {folded ? <RightOutlined /> : <LeftOutlined />}
      </button>
    </aside>
  )
}

function glyphOfNode(node: TreeEntry): number {
  return glyphOf([node.type, ...(node.bizType ?? [])].join(' '), node.ability ?? 0, false)
}
