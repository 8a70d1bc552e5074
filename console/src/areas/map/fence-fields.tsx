import { CloseOutlined } from '@ant-design/icons'
import { DRAWING_LIMITS } from '@backlot/contract/map-drawings/constants'
import type { Fence } from '@backlot/contract/map-drawings/entities'
import { Button, Segmented, Switch, TreeSelect } from 'antd'
import { useState } from 'react'
import { DevicePickerDialog } from '../../features/device-tree/device-picker.tsx'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { useText } from '../../language/language.ts'

const NEW_FENCE: Fence = { active: true, on: 'both', sns: [], groupIds: [] }
const WAYS = ['enter', 'leave', 'both'] as const

type FenceFieldsProps = { fence: Fence | null; onChange(fence: Fence | null): void }

/** Whether an area is a fence, its alarms, and its devices. */
export function FenceFields({ fence, onChange }: FenceFieldsProps) {
  const t = useText('mapTools')
  const groups = useGroupTree()
  const [picking, setPicking] = useState(false)
  return (
    <>
      <div className="map-side-row">
        <label htmlFor="drawing-fence">{t('fence')}</label>
        <Switch
          id="drawing-fence"
          size="small"
          checked={fence !== null}
          onChange={(on) => onChange(on ? NEW_FENCE : null)}
        />
      </div>
      {fence && (
        <>
          <p className="map-side-hint">{t('fenceHint')}</p>
          <div className="map-side-row">
            <label htmlFor="fence-active">{t('fenceActive')}</label>
            <Switch
              id="fence-active"
              size="small"
              checked={fence.active}
              onChange={(active) => onChange({ ...fence, active })}
            />
          </div>
          <Segmented
            block
            size="small"
            aria-label={t('fenceActive')}
            value={fence.on}
            onChange={(on) => onChange({ ...fence, on })}
            options={WAYS.map((way) => ({ value: way, label: t(`fenceOn.${way}`) }))}
          />
          <h4>{t('fenceFor')}</h4>
          <TreeSelect
            size="small"
            multiple
            allowClear
            style={{ width: '100%' }}
            treeData={groups}
            value={fence.groupIds}
            maxTagCount={2}
            aria-label={t('fenceGroups')}
            placeholder={fence.sns.length > 0 ? t('fenceGroups') : t('fenceAll')}
            onChange={(groupIds: number[]) =>
              onChange({ ...fence, groupIds: groupIds.slice(0, DRAWING_LIMITS.fenceGroups) })
            }
          />
          <div className="map-side-row">
            <span>
              {fence.sns.length > 0 ? t('fenceDevices', { count: fence.sns.length }) : t('fenceNoDevices')}
            </span>
            {fence.sns.length > 0 && (
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('filter.clear', { name: t('fenceDevices', { count: fence.sns.length }) })}
                onClick={() => onChange({ ...fence, sns: [] })}
              />
            )}
            <Button size="small" onClick={() => setPicking(true)}>
              {t('fenceChoose')}
            </Button>
          </div>
        </>
      )}
      {fence && picking && (
        <DevicePickerDialog
          title={t('fenceChoose')}
          want="device"
          multiple
          ticked={fence.sns}
          onCancel={() => setPicking(false)}
          onPick={(picked) => {
            onChange({ ...fence, sns: picked.slice(0, DRAWING_LIMITS.fenceDevices).map(({ sn }) => sn) })
            setPicking(false)
          }}
        />
      )}
    </>
  )
}
