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
  /** Which devices are offered, by their fields in the tree; the same function each time. */
  offered?: (device: { sn: string; ability: number }) => boolean
  /** Why a device that is offered cannot be chosen; undefined: it can. The same function each time. */
  against?: (device: { kind: string }) => string | undefined
}

/** Devices of the tree by name or serial number, for forms; the list is virtual and may be long. */
export function DevicesField({
  id,
  value = [],
  onChange,
  label,
  placeholder,
  offered,
  against,
}: DevicesFieldProps) {
  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('deviceTree', String(error)))
  }, [])
  const index = useTreeIndex()
  const options = useMemo(() => {
    const list: { value: string; label: string; disabled: boolean }[] = []
    for (const row of index.deviceRows()) {
      const entry = index.entry[row]
      if (!entry?.sn) continue
      const { sn, name, ability = 0, type = '' } = entry
      if (offered && !offered({ sn, ability })) continue
      const reason = against?.({ kind: type })
      const label = [name, sn, ...(reason === undefined ? [] : [reason])].join(' · ')
      list.push({ value: sn, label, disabled: reason !== undefined })
    }
    const order = (one: (typeof list)[number], other: (typeof list)[number]) =>
      Number(one.disabled) - Number(other.disabled) || (one.label < other.label ? -1 : 1)
    return list.sort(order)
  }, [index, offered, against])
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
      // Several search results can be chosen one after the other.
      showSearch={{ optionFilterProp: 'label', autoClearSearchValue: false }}
      maxTagCount="responsive"
      style={{ width: '100%' }}
    />
  )
}
