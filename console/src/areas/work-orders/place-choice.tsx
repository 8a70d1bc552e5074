import { AimOutlined } from '@ant-design/icons'
import { Button, Segmented, TreeSelect } from 'antd'
import { useState } from 'react'
import { DevicePickerDialog } from '../../features/device-tree/device-picker.tsx'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { useText } from '../../language/language.ts'

/** Subject of an order without an alarm. */
export type PlaceValue = { sn?: string; name?: string; nodeId?: number }

/** A device, or a group. */
export function PlaceChoice(props: { value?: PlaceValue; onChange?: (place: PlaceValue) => void }) {
  const { value = {}, onChange } = props
  const t = useText('workOrders')
  const groups = useGroupTree()
  const [by, setBy] = useState<'device' | 'group'>(value.nodeId === undefined ? 'device' : 'group')
  const [picking, setPicking] = useState(false)
  return (
    <span className="order-place">
      <Segmented<'device' | 'group'>
        aria-label={t('place.label')}
        value={by}
        onChange={(next) => {
          setBy(next)
          onChange?.({})
        }}
        options={[
          { value: 'device', label: t('place.device') },
          { value: 'group', label: t('place.group') },
        ]}
      />
      {by === 'device' ? (
        <Button icon={<AimOutlined />} onClick={() => setPicking(true)}>
          {value.name ?? t('place.chooseDevice')}
        </Button>
      ) : (
        <TreeSelect
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeData={groups}
          treeDefaultExpandAll
          aria-label={t('place.group')}
          placeholder={t('place.chooseGroup')}
          value={value.nodeId ?? null}
          onChange={(nodeId: number | null) => onChange?.(nodeId === null ? {} : { nodeId })}
        />
      )}
      {picking && (
        <DevicePickerDialog
          title={t('place.chooseDevice')}
          want="device"
          onCancel={() => setPicking(false)}
          onPick={([picked]) => {
            setPicking(false)
            if (picked) onChange?.({ sn: picked.sn, name: picked.name })
          }}
        />
      )}
    </span>
  )
}
