import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import './device-picker.css'
import { DevicePickerDialog } from './device-picker.tsx'
import { deviceBySn, loadTree, useTreeIndex } from './device-store.ts'

type PickedDevicesFieldProps = {
  id?: string
  value?: readonly string[]
  onChange?: (sns: string[]) => void
  label: string
  /** Meaning of an empty choice. */
  placeholder: string
  /** Names from the platform for devices that the tree may lack; null: it does not know them either. */
  known?: readonly { sn: string; name: string | null }[]
}

/**
 * Devices for forms, picked from the tree by the device picker and shown by their names. One that is gone stays, marked,
 * until it is taken out.
 */
export function PickedDevicesField(props: PickedDevicesFieldProps) {
  const { id, value = [], onChange, label, placeholder, known = [] } = props
  const t = useText('devices')
  const [picking, setPicking] = useState(false)
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  // Names come with the tree.
  useTreeIndex()
  const nameOf = (sn: string) => deviceBySn(sn)?.name ?? known.find((one) => one.sn === sn)?.name
  const labelOf = (sn: string) => nameOf(sn) ?? t('picker.gone', { sn })
  return (
    <div className="picked-devices">
      <Select
        {...(id === undefined ? {} : { id })}
        mode="multiple"
        allowClear
        open={false}
        showSearch={false}
        suffixIcon={null}
        maxTagCount="responsive"
        aria-label={label}
        placeholder={placeholder}
        options={value.map((sn) => ({ value: sn, label: labelOf(sn), title: sn }))}
        value={[...value]}
        onChange={(sns) => onChange?.(sns)}
      />
      <Button onClick={() => setPicking(true)}>{t('picker.choose')}</Button>
      {picking && (
        <DevicePickerDialog
          title={label}
          want="device"
          multiple
          ticked={value.filter((sn) => deviceBySn(sn))}
          onPick={(picked) => {
            const gone = value.filter((sn) => !deviceBySn(sn))
            onChange?.([...gone, ...picked.map(({ sn }) => sn)])
            setPicking(false)
          }}
          onCancel={() => setPicking(false)}
        />
      )}
    </div>
  )
}
