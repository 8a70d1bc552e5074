import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { Dropdown } from 'antd'
import { useState } from 'react'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'
import { useText } from '../../language/language.ts'
import { useCan } from '../../session/session-store.ts'
import { DevicePlaceDialog } from './device-place-dialog.tsx'
import type { MapLook } from './map-look.ts'

export type MenuAt = { pick: TreePick; at: { x: number; y: number } }

type TreeMenuProps = {
  menu: MenuAt | undefined
  onLook(change: Partial<MapLook>): void
  onShowGroup(groupId: number): void
  onClose(): void
}

/** The menu of a row of the tree: a group alone on the map, or all of it in sight; a device's place. */
export function TreeMenu({ menu, onLook, onShowGroup, onClose }: TreeMenuProps) {
  const t = useText('mapTools')
  const mayPlace = useCan('/systemManange/deviceManage')
  const [placing, setPlacing] = useState<{ sn: string; name: string }>()
  const node = menu?.pick.node
  const items =
    node?.nodeType === NODE_TYPES.group && node.id > 0
      ? [
          { key: 'only', label: t('groupOnly'), onClick: () => onLook({ group: node.id }) },
          { key: 'show', label: t('groupShow'), onClick: () => onShowGroup(node.id) },
        ]
      : node?.sn && mayPlace && ((node.ability ?? 0) & ABILITY_BITS.gps) === 0
        ? [
            {
              key: 'place',
              label: node.longitude ? t('moveDevice') : t('placeDevice'),
              onClick: () => setPlacing({ sn: node.sn ?? '', name: node.name }),
            },
          ]
        : []
  return (
    <>
      {menu && items.length > 0 && (
        <Dropdown
          open
          trigger={['click']}
          menu={{ items, autoFocus: true, onClick: onClose }}
          onOpenChange={(open) => {
            if (!open) onClose()
          }}
        >
          <span style={{ position: 'fixed', left: menu.at.x, top: menu.at.y, width: 1, height: 1 }} />
        </Dropdown>
      )}
      {placing && <DevicePlaceDialog {...placing} onClose={() => setPlacing(undefined)} />}
    </>
  )
}
