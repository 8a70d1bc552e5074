import { Select } from 'antd'
import { useEffect, useMemo } from 'react'
import { noteProblem } from '../../platform/diagnostics.ts'
import { loadTree, useTreeIndex } from './device-store.ts'

type DevicesFieldProps = {
  id?: string
  value?: readonly string[]
  onChange?: (sns: string[]) => void
  label: string
  placeholder: string
  /** Which devices are offered, by what the tree says of them; the same function each time. */
  offered?: (device: { sn: string; ability: number }) => boolean
}

/** Devices of the tree by name or serial number, for forms; the list is virtual and may be long. */
export function DevicesField({ id, value = [], onChange, label, placeholder, offered }: DevicesFieldProps) {
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  const index = useTreeIndex()
  const options = useMemo(() => {
    const list: { value: string; label: string }[] = []
    for (const row of index.deviceRows()) {
      const entry = index.entry[row]
      if (!entry?.sn) continue
      const { sn, name, ability = 0 } = entry
      if (offered?.({ sn, ability }) ?? true) list.push({ value: sn, label: `${name} · ${sn}` })
    }
    return list.sort((one, other) => (one.label < other.label ? -1 : 1))
  }, [index, offered])
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      aria-label={label}
      placeholder={placeholder}
      options={options}
      value={[...value]}
      onChange={(sns) => onChange?.(sns)}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount="responsive"
      style={{ width: '100%' }}
    />
  )
}
