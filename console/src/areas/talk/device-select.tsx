import { Select } from 'antd'
import type { TalkableDevice } from './device-choice.ts'
import { inTalkLayer } from './popup-container.ts'

type DeviceSelectProps = {
  label: string
  devices: readonly TalkableDevice[]
  value: readonly string[]
  onChange: (sns: string[]) => void
}

/** Chooses devices by name or serial number; the list is virtual and may be long. */
export function DeviceSelect({ label, devices, value, onChange }: DeviceSelectProps) {
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={label}
      options={[...devices]}
      value={[...value]}
      onChange={onChange}
      optionFilterProp="label"
      maxTagCount={1}
      maxTagTextLength={12}
      style={{ width: '100%' }}
      getPopupContainer={inTalkLayer}
    />
  )
}
