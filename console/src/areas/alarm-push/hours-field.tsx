import { Select } from 'antd'
import { useText } from '../../language/language.ts'
import { clockText } from './rule-words.ts'

const STEP_MINUTES = 15
const DAY_MINUTES = 1440
type Hours = readonly [from: number, to: number]

/** A span of the day in quarters of an hour; a rule made elsewhere may have other minutes, which are offered too. */
export function HoursField(props: { id?: string; value?: Hours; onChange?: (hours: Hours) => void }) {
  const { id, value: [from, to] = [0, DAY_MINUTES], onChange } = props
  const t = useText('alarmPush')
  return (
    <span className="push-hours">
      <Select
        {...(id === undefined ? {} : { id })}
        value={from}
        options={minutes(0, DAY_MINUTES - STEP_MINUTES, from)}
        onChange={(minute) => onChange?.([minute, to])}
        aria-label={t('from')}
      />
      –
      <Select
        value={to}
        options={minutes(STEP_MINUTES, DAY_MINUTES, to)}
        onChange={(minute) => onChange?.([from, minute])}
        aria-label={t('to')}
      />
    </span>
  )
}

function minutes(first: number, last: number, chosen: number) {
  const list = Array.from({ length: (last - first) / STEP_MINUTES + 1 }, (_, n) => first + n * STEP_MINUTES)
  const all = list.includes(chosen) ? list : [...list, chosen].sort((a, b) => a - b)
  return all.map((value) => ({ value, label: clockText(value) }))
}
