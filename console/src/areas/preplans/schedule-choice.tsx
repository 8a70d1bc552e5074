import type { PlanSchedule } from '@backlot/contract/preplans/entities'
import { Checkbox, Select, Switch } from 'antd'
import { useText } from '../../language/language.ts'
import { weekdayText } from './weekday-text.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** Schedule that the switch turns on. */
const OFFICE: PlanSchedule = { days: [1, 2, 3, 4, 5], startTime: '08:00', endTime: '18:00' }
const HALF_HOURS = Array.from({ length: 48 }, (_unused, at) => {
  const time = `${String(at >> 1).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
  return { value: time, label: time }
})

type ScheduleChoiceProps = {
  id?: string
  value?: PlanSchedule | null
  onChange?: (schedule: PlanSchedule | null) => void
}

/** When a plan runs by itself: never, or on days between hours. */
export function ScheduleChoice({ id, value = null, onChange }: ScheduleChoiceProps) {
  const t = useText('polling')
  const change = (part: Partial<PlanSchedule>) => value && onChange?.({ ...value, ...part })
  const options = (time: string) =>
    HALF_HOURS.some((one) => one.value === time) ? HALF_HOURS : [{ value: time, label: time }, ...HALF_HOURS]
  return (
    <div className="plan-schedule">
      <Switch
        {...(id === undefined ? {} : { id })}
        checked={value !== null}
        aria-label={t('plan.bySchedule')}
        onChange={(on) => onChange?.(on ? OFFICE : null)}
      />
      {value && (
        <>
          <Checkbox.Group
            aria-label={t('plan.days')}
            value={value.days}
            options={DAYS.map((day) => ({ value: day, label: weekdayText(day, t) }))}
            onChange={(days: number[]) => change({ days: [...days].sort((a, b) => a - b) })}
          />
          <span className="plan-hours">
            <Select
              aria-label={t('plan.from')}
              showSearch
              value={value.startTime}
              options={options(value.startTime)}
              onChange={(startTime: string) => change({ startTime })}
            />
            <span aria-hidden>–</span>
            <Select
              aria-label={t('plan.to')}
              showSearch
              value={value.endTime}
              options={options(value.endTime)}
              onChange={(endTime: string) => change({ endTime })}
            />
            <small>
              {value.startTime === value.endTime && t('plan.wholeDay')}
              {value.endTime < value.startTime && t('plan.nextDay')}
            </small>
          </span>
        </>
      )}
    </div>
  )
}
