import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { DevicePickerDialog } from '../device-tree/device-picker.tsx'
import { loadTree, useTreeIndex } from '../device-tree/device-store.ts'
import type { TreeIndex } from '../device-tree/tree-index.ts'

type PointFilterProps = {
  label: string
  /** Id of the monitoring point; undefined: any. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A monitoring point as a filter, picked from the tree and shown by its name. */
export function PointFilter({ label, value, onChange }: PointFilterProps) {
  const t = useText('devices')
  const [picking, setPicking] = useState(false)
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  const index = useTreeIndex()
  const name = value === undefined ? t('picker.choose') : (pointName(index, value) ?? value)
  return (
    <>
      <Button aria-label={`${label}: ${name}`} onClick={() => setPicking(true)}>
        {name}
      </Button>
      {value !== undefined && (
        <Button type="text" onClick={() => onChange(undefined)}>
          {t('picker.any')}
        </Button>
      )}
      {picking && (
        <DevicePickerDialog
          title={label}
          want="point"
          onCancel={() => setPicking(false)}
          onPick={([picked]) => {
            setPicking(false)
            if (picked?.sense) onChange(String(picked.sense.id))
          }}
        />
      )}
    </>
  )
}

/** Device and name of a monitoring point; undefined until the tree is there. */
export function pointName(index: TreeIndex, id: string): string | undefined {
  for (const row of index.deviceRows()) {
    const entry = index.entry[row]
    const point = entry?.senseList?.find(
      (sense) => sense.nodeType === NODE_TYPES.sensor && String(sense.id) === id,
    )
    if (entry && point) return `${entry.name} · ${point.name}`
  }
  return undefined
}
