import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type PointLimit, pointLimitFault } from '@backlot/contract/installation/entities'
import { Button, Select, Switch } from 'antd'
import { InputNumber } from '../../components/number-input.tsx'
import { type Translate, useText } from '../../language/language.ts'

/** Fault of the first invalid limit. */
export function limitsFault(
  t: Translate<'installation'>,
  point: { limits: readonly PointLimit[]; codes: readonly string[] },
): string | undefined {
  for (const at of point.limits.keys()) {
    const fault = pointLimitFault(point, at)
    if (fault) return t(`limit.fault.${fault}`, { number: at + 1 })
  }
  return undefined
}

/** A limit in few signs: from … to …, at least, at most. */
export function limitText({ low, high }: Pick<PointLimit, 'low' | 'high'>): string {
  if (low === null) return `≤ ${high}`
  return high === null ? `≥ ${low}` : `${low} – ${high}`
}

export type Quantity = { code: string; name: string; unit: string }

type PointLimitsFieldProps = {
  quantities: readonly Quantity[]
  id?: string
  value?: readonly PointLimit[]
  onChange?: (limits: PointLimit[]) => void
}

/** Limits of a monitoring point, a line each: quantity, range, and whether crossing them is an alarm. */
export function PointLimitsField({ quantities, id, value = [], onChange }: PointLimitsFieldProps) {
  const t = useText('installation')
  const set = (at: number, change: Partial<PointLimit>) =>
    onChange?.(value.map((limit, i) => (i === at ? { ...limit, ...change } : limit)))
  const free = quantities.find(({ code }) => !value.some((limit) => limit.code === code))
  return (
    <div className="point-limits" id={id}>
      {value.map((limit, at) => (
        <fieldset key={at} className="point-limit" aria-label={t('limit.number', { number: at + 1 })}>
          <Select
            value={limit.code}
            showSearch={{ optionFilterProp: 'label' }}
            options={quantities.map(({ code, name, unit }) => ({
              value: code,
              label: unit ? `${name} (${unit})` : name,
            }))}
            onChange={(code) => set(at, { code })}
            aria-label={t('limit.quantity')}
          />
          <InputNumber
            value={limit.low}
            placeholder={t('limit.low')}
            aria-label={t('limit.low')}
            onChange={(low) => set(at, { low })}
          />
          <InputNumber
            value={limit.high}
            placeholder={t('limit.high')}
            aria-label={t('limit.high')}
            onChange={(high) => set(at, { high })}
          />
          <Switch
            checked={limit.alarm}
            checkedChildren={t('limit.alarm')}
            unCheckedChildren={t('limit.mark')}
            aria-label={t('limit.alarm')}
            onChange={(alarm) => set(at, { alarm })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('limit.remove', { number: at + 1 })}
            onClick={() => onChange?.(value.filter((_, i) => i !== at))}
          />
        </fieldset>
      ))}
      <Button
        icon={<PlusOutlined />}
        disabled={!free}
        onClick={() =>
          free && onChange?.([...value, { code: free.code, low: null, high: null, alarm: true }])
        }
      >
        {t('limit.add')}
      </Button>
    </div>
  )
}
