import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { DEVICE_RULES_MAX } from '@backlot/contract/device-config/constants'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { useText } from '../../language/language.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** `HH:mm` of a minute of the day. */
export const minuteText = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

type MinuteProps = {
  id?: string
  value?: number
  onChange?: (minute: number) => void
  disabled: boolean
  label: string
}

/** A time of the day, held as its minute. */
export function MinuteInput({ id, value, onChange, disabled, label }: MinuteProps) {
  return (
    <DatePicker.TimePicker
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      format="HH:mm"
      allowClear={false}
      needConfirm={false}
      disabled={disabled}
      value={
        value === undefined
          ? null
          : dayjs()
              .startOf('day')
              .hour(Math.floor(value / 60))
              .minute(value % 60)
      }
      style={{ width: 110 }}
      onChange={(time) => time && onChange?.(time.hour() * 60 + time.minute())}
    />
  )
}

type MinutesProps = {
  value?: readonly number[]
  onChange?: (minutes: number[]) => void
  disabled: boolean
  label: string
}

/** Times of the day, at most eight. */
export function MinutesInput({ value = [], onChange, disabled, label }: MinutesProps) {
  const t = useText('deviceConfig')
  const change = (minutes: number[]) => onChange?.(minutes)
  return (
    <div className="config-minutes">
      {value.map((minute, at) => (
        // Two may be the same for a moment: their place identifies them.
        <span key={at} className="config-minute">
          <MinuteInput
            value={minute}
            disabled={disabled}
            label={`${label} ${at + 1}`}
            onChange={(next) => change(value.map((old, i) => (i === at ? next : old)))}
          />
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            disabled={disabled}
            aria-label={t('remove')}
            onClick={() => change(value.filter((_, i) => i !== at))}
          />
        </span>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled || value.length >= DEVICE_RULES_MAX}
        onClick={() => change([...value, value.length > 0 ? (value.at(-1)! + 60) % 1440 : 480])}
      >
        {t('addTime')}
      </Button>
    </div>
  )
}
