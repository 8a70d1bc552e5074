import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { Channel } from '@backlot/contract/devices/entities'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { SideFold } from '../../components/side-fold.tsx'
import { useIsPhone } from '../../components/use-media-query.ts'
import { DevicePanel, type PanelFilter } from '../../features/device-tree/device-panel.tsx'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import type { DeviceTreeHandle } from '../../features/device-tree/device-tree.tsx'
import type { TreeEntry } from '../../features/device-tree/tree-entry.ts'
import { isDeviceType } from '../../features/device-tree/tree-entry.ts'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'
import { SHOW_ALL } from '../../features/map/marker-frame.ts'
import { glyphOf } from '../../features/map/marker-glyphs.ts'
import { useText } from '../../language/language.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import type { MapLook } from './map-look.ts'
import { type WatchedChannel, watchTitle } from './popup-actions.tsx'
import { type MenuAt, TreeMenu } from './tree-menu.tsx'

/** The map follows the tree's search when typing has paused. */
const TELL_MS = 250
const TEXT_MOST = 64

type MapPanelProps = {
  look: MapLook
  selected: string | undefined
  onLook(change: Partial<MapLook>): void
  onDevice(sn: string): void
  onWatch(channel: WatchedChannel): void
  onShowGroup(groupId: number): void
}

/** The device tree beside the map. Devices hidden in one are hidden in the other. */
export const MapPanel = memo(function MapPanel(props: MapPanelProps) {
  const { look, selected, onLook, onDevice, onWatch, onShowGroup } = props
  const t = useText('map')
  const mayWatch = useMayWatch()
  const isPhone = useIsPhone()
  const [folded, setFolded] = useState(isPhone)
  const [menu, setMenu] = useState<MenuAt>()
  const tree = useRef<DeviceTreeHandle>(null)
  const { glyphs } = look
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

  /** A filter that was changed outside the tree restarts the tree with it. */
  const filters = useRef({ seen: filterKey(look), said: filterKey(look), epoch: 0 })
  const now = filterKey(look)
  if (filters.current.seen !== now) {
    const elsewhere = filters.current.said !== now
    filters.current = { seen: now, said: now, epoch: filters.current.epoch + (elsewhere ? 1 : 0) }
  }
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(telling.current), [])
  const tell = ({ query, ability, status }: PanelFilter) => {
    const change = { text: query.slice(0, TEXT_MOST), ability, status }
    filters.current.said = filterKey(change)
    clearTimeout(telling.current)
    telling.current = setTimeout(() => onLook(change), TELL_MS)
  }

  const open = ({ node, channel, name, online }: TreePick) => {
    if (!node.sn) return
    if (channel && online && mayWatch) {
      onWatch({ sn: node.sn, chnId: channel.chnId, title: watchTitle(node.name, name) })
    } else onDevice(node.sn)
  }
  return (
    <aside className="map-panel" data-folded={folded} aria-label={t('devices')}>
      {!folded && (
        <DevicePanel
          key={`${glyphs}/${filters.current.epoch}`}
          ref={tree}
          filter={offers}
          label={t('devices')}
          selectedKey={selectedKey}
          initialQuery={look.text}
          initialAbility={look.ability}
          initialStatus={look.status}
          onFilter={tell}
          onSelect={({ node }) => {
            if (node.sn) onDevice(node.sn)
          }}
          onOpen={open}
          onMenu={(pick, at) => setMenu({ pick, at })}
        />
      )}
      <TreeMenu menu={menu} onLook={onLook} onShowGroup={onShowGroup} onClose={() => setMenu(undefined)} />
      <SideFold folded={folded} label={folded ? t('panelUnfold') : t('panelFold')} onFold={setFolded} />
    </aside>
  )
})

const filterKey = ({ text, ability, status }: Pick<MapLook, 'text' | 'ability' | 'status'>): string =>
  JSON.stringify([text, ability, status])

function glyphOfNode(node: TreeEntry): number {
  return glyphOf([node.type, ...(node.bizType ?? [])].join(' '), node.ability ?? 0, false)
}
